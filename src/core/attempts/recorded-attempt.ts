import { z } from 'zod'
import { cutText } from '../grading/grade.ts'
import type { Attempt } from './attempt.ts'

const count = z.int().nonnegative()
const milliseconds = z.number().nonnegative()

/** One line of a recorded-attempts file. Keys it does not know are left alone. */
export const recordedAttemptSchema = z.looseObject({
  case: z.string().describe('The id of the case.'),
  attempt: z
    .int()
    .positive()
    .optional()
    .describe('Counts from 1; without it the lines of a case count in file order.'),
  output: z.string().optional().describe('The raw output.'),
  error: z.string().optional().describe('What went wrong.'),
  errorKind: z
    .enum(['device', 'model'])
    .optional()
    .describe('Whose fault it was: `device` (no output, nothing is graded) or `model` (graded).'),
  prompt: z.string().optional().describe('The prompt as sent.'),
  promptName: z.string().optional().describe('The name of the prompt; absent: the default one.'),
  promptHash: z.string().optional().describe('SHA-256 of the rendered messages.'),
  startedAt: z.string().optional().describe('ISO 8601, UTC.'),
  durationMs: milliseconds.optional(),
  firstTokenMs: milliseconds.optional(),
  inputTokens: count.optional(),
  outputTokens: count.optional(),
  finish: z.enum(['stop', 'length', 'refused', 'error']).optional().describe('How the output ended.'),
  device: z
    .looseObject({ name: z.string().optional() })
    .optional()
    .describe('What answered: its name and what is known of it.'),
  judgements: z
    .array(
      z.looseObject({
        grader: z.string().describe("The grader's name, or its kind."),
        promptHash: z.string().optional().describe('Hash of the judge prompt, without its random markers.'),
        reply: z.string(),
        finish: z.string().optional(),
      }),
    )
    .optional()
    .describe('Recorded judge replies, in order for repeats.'),
})

type RecordedAttempt = z.infer<typeof recordedAttemptSchema>

/** What a line says before its attempt number, prompt and device are settled. */
export type AttemptLine = Omit<Attempt, 'attempt' | 'prompt'> & {
  readonly attempt?: number
  readonly prompt?: string
}

export type LineResult =
  | { readonly ok: true; readonly line: AttemptLine }
  /** `column` counts from 1 in UTF-16 units. */
  | { readonly ok: false; readonly message: string; readonly column: number }

/** Reads one line. The line must not be blank. */
export const readAttemptLine = (text: string): LineResult => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, ...describeSyntaxError(text, error) }
  }
  const parsed = recordedAttemptSchema.safeParse(value)
  if (!parsed.success) return { ok: false, column: 1, message: describeIssue(parsed.error, value) }
  const { data } = parsed
  if (data.output === undefined && data.error === undefined)
    return { ok: false, column: 1, message: 'an attempt needs "output" or "error"; this line has neither' }
  if (data.errorKind !== undefined && data.error === undefined)
    return { ok: false, column: 1, message: '"errorKind" is there without "error"' }
  return { ok: true, line: toLine(data) }
}

const describeSyntaxError = (text: string, error: unknown): { message: string; column: number } => {
  const found = error instanceof Error ? error.message : String(error)
  const position = /position (\d+)/.exec(found)?.[1]
  const column = (position === undefined ? text.length : Number(position)) + 1
  const cause = found.replace(/ in JSON at position.*| at position.*|, "?[^]*" is not valid JSON$/s, '')
  if (/^(<{7}|={7}|>{7})/.test(text))
    return { column: 1, message: 'a merge-conflict marker: resolve the conflict first' }
  return { column, message: `not JSON: ${cause}` }
}

/** What was found where, and what was expected there. */
const describeIssue = (error: z.ZodError, line: unknown): string => {
  const [issue] = error.issues
  if (!issue) return 'not a recorded attempt'
  const subject = issue.path.length === 0 ? 'the line' : `"${issue.path.join('.')}"`
  const found = issue.path.reduce(
    (value: unknown, step) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined,
    line,
  )
  return found === undefined
    ? `${subject} is missing; expected ${expectedBy(issue)}`
    : `${subject} is ${describeValue(found)}; expected ${expectedBy(issue)}`
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
}

const expectedBy = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected
  if (issue.code === 'too_small')
    return `a number ${issue.inclusive ? 'of at least' : 'above'} ${issue.minimum}`
  if (issue.code === 'too_big') return `a number ${issue.inclusive ? 'up to' : 'below'} ${issue.maximum}`
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(', ')
  return issue.message
}

const describeValue = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : cutText(JSON.stringify(value), 60)
}

const toLine = (data: RecordedAttempt): AttemptLine => {
  const errorKind =
    data.errorKind ?? (data.error === undefined ? undefined : data.output === undefined ? 'device' : 'model')
  const output = data.output ?? (errorKind === 'model' ? '' : undefined)
  const { name: deviceName, ...deviceFacts } = data.device ?? {}
  return dropAbsent({
    caseId: data.case,
    attempt: data.attempt,
    prompt: data.promptName,
    device: deviceName,
    output,
    error: data.error,
    errorKind,
    promptText: data.prompt,
    promptHash: data.promptHash,
    startedAt: data.startedAt,
    durationMs: data.durationMs,
    firstTokenMs: data.firstTokenMs,
    inputTokens: data.inputTokens,
    outputTokens: data.outputTokens,
    finish: data.finish,
    deviceFacts: Object.keys(deviceFacts).length > 0 ? deviceFacts : undefined,
    judgements: data.judgements?.map(({ grader, promptHash, reply, finish }) =>
      dropAbsent({ grader, promptHash, reply, finish }),
    ),
  })
}

type Absent<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> } & {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K]
}

const dropAbsent = <T extends object>(record: T): Absent<T> => {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(record)) if (value !== undefined) kept[key] = value
  return kept as Absent<T>
}

/**
 * The line that `run --record` writes for an attempt, without its line break.
 *
 * @param defaultPrompt the name of the suite's default prompt, which a line without a name belongs to
 */
export const writeAttemptLine = (attempt: Attempt, defaultPrompt: string): string =>
  JSON.stringify({
    case: attempt.caseId,
    attempt: attempt.attempt,
    ...((attempt.prompt !== 'default' || defaultPrompt !== 'default') && { promptName: attempt.prompt }),
    output: attempt.output,
    error: attempt.error,
    errorKind: attempt.errorKind,
    prompt: attempt.promptText,
    promptHash: attempt.promptHash,
    startedAt: attempt.startedAt,
    durationMs: attempt.durationMs,
    firstTokenMs: attempt.firstTokenMs,
    inputTokens: attempt.inputTokens,
    outputTokens: attempt.outputTokens,
    finish: attempt.finish,
    ...((attempt.device !== undefined || attempt.deviceFacts) && {
      device: { name: attempt.device, ...attempt.deviceFacts },
    }),
    judgements: attempt.judgements,
  })
