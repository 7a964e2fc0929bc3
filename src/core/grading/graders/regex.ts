import { failed, type Grade, notGraded, passed } from '../grade.ts'
import type { GradeFunction } from '../item.ts'
import { patternLints } from '../regex/check-pattern.ts'
import { compilePattern, type MatchResult } from '../regex/compile.ts'
import type { RegexGrader } from '../../suite/suite.ts'
import { kotlinTrim } from '../../text/kotlin-trim.ts'
import { showInvisible } from '../../text/visible.ts'

/**
 * Grades as Kotlin's `Regex(pattern, options).matches(output.trim())` on JDK 17: the whole trimmed
 * output has to match. Score 1 or 0. A pattern that Java rejects, or that cannot be run exactly, is
 * not graded.
 */
export const regexGrader = (spec: RegexGrader): GradeFunction => {
  const compiled = compilePattern(spec.pattern, spec.flags)
  if (compiled.kind === 'invalid') {
    const grade = notGraded(
      `Java rejects the pattern ${quote(spec.pattern)} at position ${compiled.index}: ${compiled.message}.`,
    )
    return () => grade
  }
  if (compiled.kind === 'unsupported') {
    const grade = notGraded(
      `The pattern ${quote(spec.pattern)} has at position ${compiled.index} what is not supported: ${compiled.construct}.`,
    )
    return () => grade
  }
  const { parsed, match } = compiled
  const warnings = patternLints(parsed)
    .filter(({ kind }) => kind === 'stackOverflow')
    .map(({ message }) => message)
  const onLongOutputs = warnings.length > 0 ? { warnings } : undefined
  return ({ output }) => {
    const text = kotlinTrim(output)
    const details = text.length >= SHORTEST_OVERFLOW ? onLongOutputs : undefined
    const result = match(text)
    return result.kind === 'whole'
      ? passed(1, undefined, details)
      : refuse(result, text, spec.pattern, details)
  }
}

/** The JVM, with its usual stack, was never seen to overflow on shorter texts; from about 1,280 characters on it was. */
const SHORTEST_OVERFLOW = 1_000

const refuse = (
  result: Exclude<MatchResult, { kind: 'whole' }>,
  text: string,
  pattern: string,
  details: Grade['details'],
): Grade => {
  switch (result.kind) {
    case 'part':
      return failed(partReason(result, text, pattern), 0, details)
    case 'none':
      return failed(
        text === ''
          ? `The output is empty, and ${quote(pattern)} does not match the empty text.`
          : `No part of ${quote(text)} matches ${quote(pattern)}.`,
        0,
        details,
      )
    case 'limited': {
      const { construct, index, excluded } = result.limit
      return notGraded(
        `The output has ${excluded}, and with it ${construct} at position ${index} of the pattern is not supported.`,
        details,
      )
    }
    case 'gaveUp':
      return notGraded(`Gave up on this output: ${result.message}.`, { ...details, limit: 'memory' })
  }
}

const partReason = (
  { start, end }: { readonly start: number; readonly end: number },
  text: string,
  pattern: string,
): string => {
  if (start === end)
    return `${quote(pattern)} has to match the whole output ${quote(text)}, and matches the empty text in it alone, at character ${start}.`
  return (
    `${quote(pattern)} has to match the whole output, and the first part that matches is ` +
    `${quote(text.slice(start, end))}, characters ${start + 1} to ${end} of ${text.length}${around(text, start, end)}.`
  )
}

/** What stands before and after the part, which is what a better pattern or output has to deal with. */
const around = (text: string, start: number, end: number): string => {
  const before = start > 0 ? `before it ${quote(text.slice(0, start), 'end')}` : ''
  const after = end < text.length ? `after it ${quote(text.slice(end))}` : ''
  return `: ${[before, after].filter((part) => part !== '').join(', ')}`
}

const LONGEST_QUOTE = 80

const quote = (text: string, keep: 'start' | 'end' = 'start'): string => {
  const shown = [
    ...showInvisible(text.length > 400 ? (keep === 'start' ? text.slice(0, 400) : text.slice(-400)) : text),
  ]
  if (shown.length <= LONGEST_QUOTE) return `"${shown.join('')}"`
  return keep === 'start'
    ? `"${shown.slice(0, LONGEST_QUOTE).join('')}…"`
    : `"…${shown.slice(-LONGEST_QUOTE).join('')}"`
}
