import { z } from 'zod'

/**
 * The JSON report: the one interface that other programs rely on. Its published schema is made from
 * this file. Loading zod takes tens of milliseconds, so files that only need the types import them
 * with `import type`; only what reads a report from outside loads this module.
 *
 * Objects are loose: a field of a later version is kept, not refused, so that reports of several
 * versions can be merged.
 */

const verdict = z.enum(['passed', 'failed', 'notGraded']).meta({
  description:
    'notGraded: a grader could not do its job, or nothing graded this. It is never a kind of failure.',
})

const count = z.int().nonnegative()
const share = z.number().min(0).max(1)
const milliseconds = z.number().nonnegative()

const details = z
  .looseObject({
    reason: z
      .string()
      .exactOptional()
      .meta({ description: 'The reason in full, where the sentence was cut.' }),
    extracted: z.enum(['asIs', 'fence', 'block', 'value']).exactOptional(),
    warnings: z.array(z.string()).exactOptional(),
    log: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'What a custom grader wrote to its console.' }),
    rating: z
      .int()
      .min(1)
      .max(4)
      .exactOptional()
      .meta({ description: 'The rating that the judge gave, 1–4.' }),
    replies: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'The replies of the judge, in order of the repeats.' }),
  })
  .meta({ description: 'What an inspector shows beyond the reason.' })

const grade = z.looseObject({
  grader: z.string().meta({ description: 'The name of the grader.' }),
  kind: z
    .string()
    .meta({ description: 'exactMatch, regex, jsonSchema, semanticSimilarity, llmJudge, custom.' }),
  verdict,
  score: z
    .number()
    .min(-1)
    .max(1)
    .exactOptional()
    .meta({ description: '0…1; for a cosine −1…1. Absent where nothing was graded.' }),
  reason: z.string().exactOptional().meta({ description: 'What was found and what was wanted.' }),
  details: details.exactOptional(),
})

const attempt = z.looseObject({
  attempt: z.int().positive().meta({ description: 'Counts from 1.' }),
  verdict,
  output: z
    .string()
    .exactOptional()
    .meta({ description: 'The raw output. Absent only where the device failed.' }),
  error: z.string().exactOptional(),
  errorKind: z.enum(['device', 'model']).exactOptional().meta({
    description: 'Absent with an error: `model` where there is an output, `device` where there is none.',
  }),
  finish: z.enum(['stop', 'length', 'refused', 'error']).exactOptional(),
  stale: z
    .boolean()
    .exactOptional()
    .meta({ description: 'The attempt answers another prompt than today’s.' }),
  startedAt: z.string().exactOptional(),
  durationMs: milliseconds.exactOptional(),
  firstTokenMs: milliseconds.exactOptional(),
  inputTokens: count.exactOptional(),
  outputTokens: count.exactOptional(),
  grades: z.array(grade),
})

const entry = z
  .looseObject({
    id: z.string().meta({ description: 'The id of the case.' }),
    verdict,
    prompt: z.string().meta({ description: 'The name of the prompt; `default` for one without a name.' }),
    device: z.string().meta({ description: 'The name of the device.' }),
    input: z.string().exactOptional().meta({ description: 'What the case asks, as one text.' }),
    expected: z.string().exactOptional().meta({ description: 'The expected value.' }),
    tags: z.array(z.string()).exactOptional(),
    attempts: z.array(attempt),
  })
  .meta({ description: 'One case, asked with one prompt on one device.' })

const summary = z
  .looseObject({
    cases: count.meta({ description: 'Entries: cases × prompts × devices.' }),
    passed: count,
    failed: count,
    notGraded: count,
    passRate: share
      .nullable()
      .meta({ description: 'passed ÷ (passed + failed); null if nothing is graded.' }),
    worstPassRate: share.nullable().meta({ description: 'passed ÷ cases; null if there are no cases.' }),
    attempts: z.looseObject({
      total: count,
      passed: count,
      failed: count,
      notGraded: count,
      errors: count.meta({ description: 'Attempts whose device failed. They are part of notGraded.' }),
    }),
  })
  .meta({ description: 'Counts entries first, attempts second.' })

export const reportSchema = z
  .looseObject({
    proctor: z.literal(1).meta({ description: 'The version of this format.' }),
    suite: z.looseObject({ title: z.string(), file: z.string(), hash: z.string() }),
    shard: z
      .looseObject({ index: z.int().positive(), count: z.int().positive() })
      .exactOptional()
      .meta({ description: 'Which part of a run this is: index is 1…count.' }),
    gate: z
      .looseObject({ minPassRate: share.exactOptional(), maxNotGraded: share.exactOptional() })
      .exactOptional()
      .meta({ description: 'What CI asks of the run.' }),
    passRule: z
      .union([z.literal('all'), z.literal('any'), z.looseObject({ atLeast: share })])
      .exactOptional()
      .meta({ description: 'How the verdicts of attempts add up to that of their case. Absent: all.' }),
    summary,
    stale: count.exactOptional().meta({ description: 'Attempts that answer another prompt than today’s.' }),
    warnings: z.array(z.string()).exactOptional(),
    cases: z.array(entry),
  })
  .meta({
    title: 'Proctor report',
    description: 'The grades of a run. Fields that are not named here may be added by later versions.',
  })

/** The type of the data that a schema describes: read only, and without the index signatures of loose objects. */
type Described<T> = T extends readonly (infer Item)[]
  ? readonly Described<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as string extends Key ? never : Key]: Described<T[Key]> }
    : T

export type Report = Described<z.infer<typeof reportSchema>>
/** One case, asked with one prompt on one device. */
export type ReportCase = Described<z.infer<typeof entry>>
export type ReportAttempt = Described<z.infer<typeof attempt>>
export type ReportGrade = Described<z.infer<typeof grade>>
export type Summary = Described<z.infer<typeof summary>>
