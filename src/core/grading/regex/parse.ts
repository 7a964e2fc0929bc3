import type { ParsedPattern, PatternFault, RegexNode } from './ast.ts'
import { foldedInRun } from './case-folding.ts'
import { createParser, sequenceOf, TooDeep } from './parser.ts'
import { Fault, foldOf, PatternReader, type ReaderFlags } from './reader.ts'
import type { RegexFlag } from '../../suite/suite.ts'

export type ParseResult =
  | { readonly kind: 'ok'; readonly parsed: ParsedPattern }
  | ({ readonly kind: 'invalid' } & PatternFault)
  /** Deeper than we follow; Java may or may not. */
  | { readonly kind: 'tooDeep'; readonly index: number }

/** Reads a pattern as JDK 17's `Pattern.compile` does with Kotlin's `RegexOption`s of those names. Never throws. */
export const parsePattern = (pattern: string, flags: readonly RegexFlag[]): ParseResult => {
  const reader = new PatternReader(flags.includes('LITERAL') ? '' : pattern, readerFlags(flags))
  if (flags.includes('LITERAL')) return { kind: 'ok', parsed: literalPattern(pattern, reader.flags) }
  try {
    const parser = createParser(reader)
    const root = parser.alternation(0)
    if (reader.cursor < reader.length) throw reader.fault('this ) closes no group', reader.cursor)
    if (reader.cursor > reader.length)
      throw reader.fault('the pattern ends with a single backslash', reader.length - 1)
    return { kind: 'ok', parsed: { pattern, root, groupCount: parser.groupCount() } }
  } catch (error) {
    if (error instanceof Fault) return { kind: 'invalid', message: error.message, index: error.index }
    if (error instanceof TooDeep) return { kind: 'tooDeep', index: error.index }
    // Thousands of groups in a row overflow the stack, in Java too.
    if (error instanceof RangeError) return { kind: 'tooDeep', index: 0 }
    throw error
  }
}

const readerFlags = (flags: readonly RegexFlag[]): ReaderFlags => ({
  // Kotlin's IGNORE_CASE is CASE_INSENSITIVE and UNICODE_CASE.
  ignoreCase: flags.includes('IGNORE_CASE'),
  unicodeCase: flags.includes('IGNORE_CASE'),
  multiline: flags.includes('MULTILINE'),
  dotAll: flags.includes('DOT_MATCHES_ALL'),
  unixLines: flags.includes('UNIX_LINES'),
  comments: flags.includes('COMMENTS'),
  unicodeClasses: false,
  canonical: false,
})

const literalPattern = (pattern: string, flags: ReaderFlags): ParsedPattern => {
  const items: RegexNode[] = []
  let start = 0
  for (const character of pattern) {
    const end = start + character.length
    items.push({ kind: 'set', set: foldedInRun(character.codePointAt(0) ?? 0, foldOf(flags)), start, end })
    start = end
  }
  return { pattern, root: sequenceOf(items, 0, start), groupCount: 0 }
}
