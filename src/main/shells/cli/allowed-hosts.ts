/** The hosts that a call may send to: those of its options and those of `PROCTOR_ALLOW`, which are comma-separated. */
export const allowedHosts = (
  options: readonly string[],
  environment: NodeJS.ProcessEnv,
): readonly string[] => [
  ...options,
  ...(environment['PROCTOR_ALLOW'] ?? '')
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== ''),
]
