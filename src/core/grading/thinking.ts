/**
 * The output without one leading `<think>…</think>` block; a block that is never closed leaves the
 * empty output. White space before the block goes with it.
 */
export const stripThinking = (output: string): string => {
  const opening = /^\s*<think>/.exec(output)
  if (!opening) return output
  const closing = output.indexOf('</think>', opening[0].length)
  return closing < 0 ? '' : output.slice(closing + '</think>'.length)
}
