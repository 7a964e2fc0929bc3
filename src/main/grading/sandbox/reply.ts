/** The name that the user's module has in stacks inside the interpreter. */
export const SOURCE_NAME = 'grader.mjs'

/** What an attempt said of itself, from inside the interpreter. */
export type Reply = { readonly log?: readonly string[] } & (
  | { readonly kind: 'passed' | 'failed'; readonly score: number; readonly reason?: string }
  | { readonly kind: 'notGraded'; readonly reason?: string }
  /** `line` is of the compiled code; `thrown` says what kind of value it was, where it was no error. */
  | { readonly kind: 'threw'; readonly message: string; readonly line?: number; readonly thrown?: string }
  | { readonly kind: 'returned'; readonly what: string }
  | { readonly kind: 'pending' }
)

/** By far the commonest reply. */
const PLAIN_PASS = '{"kind":"passed","score":1}'
const PASSED: Reply = { kind: 'passed', score: 1 }

/** Reads a reply. Throws where the text is none: the driver inside was not able to write it. */
export const readReply = (text: string): Reply => {
  if (text === PLAIN_PASS) return PASSED
  const value: unknown = JSON.parse(text)
  const at = (key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  const textAt = (key: string): string | undefined => {
    const found = at(key)
    return typeof found === 'string' ? found : undefined
  }
  const lines = at('log')
  const log = Array.isArray(lines) ? { log: lines.map(String) } : {}
  const foundReason = textAt('reason')
  const reason = foundReason === undefined ? {} : { reason: foundReason }
  const kind = at('kind')
  switch (kind) {
    case 'passed':
    case 'failed':
      return { kind, score: Number(at('score')), ...reason, ...log }
    case 'notGraded':
      return { kind, ...reason, ...log }
    case 'threw': {
      const line = lineInStack(textAt('stack') ?? '')
      const thrown = textAt('thrown')
      return {
        kind,
        message: textAt('message') ?? '',
        ...(line !== undefined && { line }),
        ...(thrown !== undefined && { thrown }),
        ...log,
      }
    }
    case 'returned':
      return { kind, what: textAt('what') ?? 'something else', ...log }
    case 'pending':
      return { kind, ...log }
    default:
      throw new Error(`not a reply: ${text.slice(0, 100)}`)
  }
}

/** The line of the innermost call that stands in the user's module, counted from 1 in the compiled code. */
export const lineInStack = (stack: string): number | undefined => {
  const line = /\bgrader\.mjs:(\d+)/.exec(stack)?.[1]
  return line === undefined ? undefined : Number(line)
}
