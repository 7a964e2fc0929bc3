import type { ParsedPattern, PatternFault } from './ast.ts'
import { parsePattern } from './parse.ts'
import { type Alphabet, type InputLimit, translate, type Unsupported } from './translate.ts'
import type { RegexFlag } from '../../suite/suite.ts'

export type CompileResult =
  | { readonly kind: 'ok'; readonly parsed: ParsedPattern; readonly match: MatchFunction }
  | ({ readonly kind: 'invalid' } & PatternFault)
  | ({ readonly kind: 'unsupported'; readonly parsed?: ParsedPattern } & Unsupported)

/** Matches a whole text, already trimmed, as Java's `matches()` does. Never throws. */
export type MatchFunction = (text: string) => MatchResult

export type MatchResult =
  | { readonly kind: 'whole' }
  /** Not the whole, but this part, from its first UTF-16 unit to the one after its last; the first that matches. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'none' }
  /** This text cannot be judged exactly. */
  | { readonly kind: 'limited'; readonly limit: InputLimit }
  /** The engine ran out of memory for steps to go back to. */
  | { readonly kind: 'gaveUp'; readonly message: string }

/** Reads a pattern and makes it ready for many texts. */
export const compilePattern = (pattern: string, flags: readonly RegexFlag[]): CompileResult => {
  const result = parsePattern(pattern, flags)
  if (result.kind === 'invalid') return result
  if (result.kind === 'tooDeep')
    return { kind: 'unsupported', construct: 'more than 250 groups inside each other', index: result.index }
  const { parsed } = result
  // What can be translated does not depend on the alphabet.
  const ascii = prepare(parsed, 'ascii')
  if (ascii.kind === 'unsupported') return { ...ascii, parsed }
  let unicode: Prepared | undefined
  const match: MatchFunction = (text) => {
    if (IS_ASCII.test(text)) return run(ascii, text)
    unicode ??= prepare(parsed, 'unicode')
    return unicode.kind === 'ok'
      ? run(unicode, text)
      : { kind: 'gaveUp', message: `${unicode.construct} is not supported` }
  }
  return { kind: 'ok', parsed, match }
}

const IS_ASCII = /^[\x00-\x7f]*$/

interface Matchers {
  readonly kind: 'ok'
  readonly whole: RegExp
  readonly part: RegExp
  readonly limits: readonly InputLimit[]
}
type Prepared = Matchers | ({ readonly kind: 'unsupported' } & Unsupported)

const prepare = (parsed: ParsedPattern, alphabet: Alphabet): Prepared => {
  const translation = translate(parsed, alphabet)
  if (translation.kind === 'unsupported') return translation
  const { source, limits } = translation
  try {
    return { kind: 'ok', whole: new RegExp(`^(?:${source})$`, 'v'), part: new RegExp(source, 'v'), limits }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { kind: 'unsupported', construct: 'a pattern of this size', index: 0 }
  }
}

const run = ({ whole, part, limits }: Matchers, text: string): MatchResult => {
  for (const limit of limits) if (limit.excludes.test(text)) return { kind: 'limited', limit }
  try {
    if (whole.test(text)) return { kind: 'whole' }
    const found = part.exec(text)
    return found ? { kind: 'part', start: found.index, end: found.index + found[0].length } : { kind: 'none' }
  } catch (error) {
    // V8 throws where its stack of places to go back to would outgrow its limit, and, as it compiles on first use,
    // where the pattern is too large: then its message has the whole pattern in it.
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'gaveUp', message: message.replace(/^Invalid regular expression: .*: /s, '') }
  }
}
