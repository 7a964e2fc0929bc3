/** The exit status of a call that was stopped. */
export const INTERRUPTED_STATUS = 130

/**
 * Ctrl-C, once, as a signal that work can end on with what it has kept. A second one ends the process
 * at once. `release` gives the key back to the system.
 */
export const interruption = (): { readonly signal: AbortSignal; readonly release: () => void } => {
  const controller = new AbortController()
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED_STATUS)
    controller.abort(new Error('interrupted'))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}
