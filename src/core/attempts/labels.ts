import { z } from 'zod'
import type { Diagnostic } from '../diagnostics.ts'
import type { Suite } from '../suite/suite.ts'
import { compareText } from '../text/compare-text.ts'

/** A person's verdict on one output of one case; a line of `NAME.labels.jsonl`. */
export const labelSchema = z.looseObject({
  case: z.string().describe('The id of the case.'),
  output: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'the SHA-256 of an output was expected: 64 lower-case hexadecimal digits')
    .describe('The hash of the raw output.'),
  label: z.enum(['pass', 'fail', 'unsure']).optional().describe('The verdict.'),
  grader: z.string().optional().describe('The grader it is about; absent: the attempt as a whole.'),
  rating: z.int().min(1).max(4).optional().describe("A person's rating, on the judge's scale."),
  note: z.string().optional().describe('What went wrong, in words.'),
  by: z.string().describe('Who labelled.'),
  at: z.string().describe('When: ISO 8601, UTC.'),
})

export type Label = z.infer<typeof labelSchema>

/** Reads a labels file. A broken line is a diagnostic; the others are read all the same. */
export const parseLabels = (
  text: string,
  file: string,
): { readonly labels: readonly Label[]; readonly diagnostics: readonly Diagnostic[] } => {
  const labels: Label[] = []
  const diagnostics: Diagnostic[] = []
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue
    const result = readLabel(line)
    if (typeof result === 'string')
      diagnostics.push({ severity: 'error', file, line: index + 1, column: 1, message: result })
    else labels.push(result)
  }
  return { labels, diagnostics }
}

/** Where the labels of a notebook or a suite are: `NAME.labels.jsonl` beside it. */
export const labelsFileOf = (file: string): string =>
  `${file.replace(/\.(?:proctor\.md|suite\.ya?ml|md|ya?ml)$/i, '')}.labels.jsonl`

/** A warning for each case that has labels and is not in the suite: they wait for a case that may never come back. */
export const labelsOfNoCase = (
  labels: readonly Label[],
  suite: Pick<Suite, 'cases'>,
  file: string,
): readonly Diagnostic[] => {
  const known = new Set(suite.cases.map(({ id }) => id))
  const lost = new Set(labels.map((label) => label.case).filter((caseId) => !known.has(caseId)))
  return [...lost].map((caseId) => ({
    severity: 'warning',
    file,
    line: 1,
    column: 1,
    message: `there are labels of a case "${caseId}", which is not in the suite`,
  }))
}

const readLabel = (line: string): Label | string => {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return /^(<{7}|={7}|>{7})/.test(line)
      ? 'a merge-conflict marker: keep the labels of both sides and remove the marker'
      : 'not JSON; one label a line was expected'
  }
  const parsed = labelSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return `${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'not a label'}`
}

/**
 * Writes labels sorted by case, output, grader and person, keys in the order of the format, so that two
 * people's files merge line by line. Keys it does not know are kept behind the others.
 */
export const writeLabels = (labels: readonly Label[]): string =>
  [...labels]
    .sort(byPlace)
    .map(({ case: caseId, output, label, grader, rating, note, by, at, ...others }) =>
      JSON.stringify({ case: caseId, output, label, grader, rating, note, by, at, ...others }),
    )
    .map((line) => `${line}\n`)
    .join('')

const byPlace = (a: Label, b: Label): number =>
  compareText(a.case, b.case) ||
  compareText(a.output, b.output) ||
  compareText(a.grader ?? '', b.grader ?? '') ||
  compareText(a.by, b.by) ||
  compareText(a.at, b.at)
