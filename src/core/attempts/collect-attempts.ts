import type { Diagnostic } from '../diagnostics.ts'
import type { Suite } from '../suite/suite.ts'
import type { Attempt } from './attempt.ts'
import { readAttemptLine } from './recorded-attempt.ts'
import { unknownName } from '../text/name-hint.ts'

/** Where the attempts of a recorded file go as its lines are read. */
export interface AttemptCollector {
  /** Takes the next line of a file. Blank lines are allowed. */
  add(text: string, file: string, lineNumber: number): void
  /** What was collected so far, in the order of the lines. */
  readonly attempts: readonly Attempt[]
  readonly diagnostics: readonly Diagnostic[]
}

/** How many broken lines are described before the rest is only counted. */
const MOST_DIAGNOSTICS = 20

/**
 * Collects recorded attempts of a suite: numbers those without a number by their order among the
 * lines of the same case, prompt and device; refuses an unknown case or prompt and a second line for
 * one attempt. A line without a device belongs to `defaultDevice`.
 */
export const collectAttempts = (
  suite: Pick<Suite, 'cases' | 'prompts'>,
  defaultDevice: string,
): AttemptCollector => {
  const cases = new Set(suite.cases.map(({ id }) => id))
  const prompts = new Set(suite.prompts.map(({ name }) => name))
  const defaultPrompt = suite.prompts[0]?.name ?? 'default'
  const attempts: Attempt[] = []
  const diagnostics: Diagnostic[] = []
  const countOf = new Map<string, number>()
  const seen = new Map<string, { file: string; line: number }>()

  const report = (file: string, line: number, column: number, message: string): void => {
    if (diagnostics.length < MOST_DIAGNOSTICS)
      diagnostics.push({ severity: 'error', file, line, column, message })
  }

  const add = (text: string, file: string, lineNumber: number): void => {
    if (text.trim() === '') return
    const result = readAttemptLine(text)
    if (!result.ok) return report(file, lineNumber, result.column, result.message)
    const { line } = result
    if (!cases.has(line.caseId))
      return report(file, lineNumber, 1, unknownName('case', line.caseId, [...cases]))
    const prompt = line.prompt ?? defaultPrompt
    if (!prompts.has(prompt)) return report(file, lineNumber, 1, unknownName('prompt', prompt, [...prompts]))
    const device = line.device ?? defaultDevice
    const group = JSON.stringify([line.caseId, prompt, device])
    const order = (countOf.get(group) ?? 0) + 1
    countOf.set(group, order)
    const number = line.attempt ?? order
    const key = `${number} ${group}`
    const earlier = seen.get(key)
    if (earlier)
      return report(
        file,
        lineNumber,
        1,
        `attempt ${number} of case "${line.caseId}" (prompt ${prompt}, device ${device}) is already on line ${earlier.line}${earlier.file === file ? '' : ` of ${earlier.file}`}`,
      )
    seen.set(key, { file, line: lineNumber })
    attempts.push({ ...line, prompt, device, attempt: number })
  }

  return { add, attempts, diagnostics }
}
