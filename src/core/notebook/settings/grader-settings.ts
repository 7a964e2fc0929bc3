import { z } from 'zod'
import { anyValue, expecting, flag, numberFrom, tags, text, wholeNumber, word } from './fields.ts'

const exactMatchSchema = z
  .strictObject({ ignoreCase: flag('Whether upper and lower case count as equal.').default(false) })
  .describe('Passes when the trimmed output equals the expected value.')

const REGEX_FLAGS = [
  'IGNORE_CASE',
  'MULTILINE',
  'DOT_MATCHES_ALL',
  'COMMENTS',
  'LITERAL',
  'UNIX_LINES',
] as const

const regexSchema = z
  .strictObject({
    pattern: text('A pattern in the syntax of java.util.regex.'),
    flags: expecting(
      z.array(z.enum(REGEX_FLAGS)).describe("Options by Kotlin's names."),
      `a list of ${REGEX_FLAGS.join(', ')}`,
      '[IGNORE_CASE]',
    ).default([]),
  })
  .describe('Passes when the pattern matches the whole trimmed output.')

const decoder = z
  .enum(['json', 'kotlinx'])
  .describe('What reads the output: plain JSON, or kotlinx.serialization as the app would.')
const extract = z
  .enum(['fence', 'block', 'value'])
  .describe('Where JSON may stand: in one fence, in the last fenced block that is JSON, or anywhere.')

/** The settings form of `jsonSchema`; the schema itself may stand there instead. */
const jsonSchemaSettingsSchema = z
  .strictObject({
    schema: anyValue('The JSON Schema.').optional(),
    file: word('A file that holds the JSON Schema, relative to the notebook.').optional(),
    files: z
      .record(z.string(), anyValue('A JSON Schema.'))
      .describe(
        'The schemas that `$ref`s reach, in place, by the name that the schema uses: as in a suite file.',
      )
      .optional(),
    decoder: decoder.optional(),
    extract: extract.default('fence'),
  })
  .refine(({ schema, file }) => schema === undefined || file === undefined, {
    message: 'Found both `schema` and `file`; a jsonSchema grader has one of them.',
  })
  .describe('Passes when the output is JSON that the schema accepts.')

const semanticSimilaritySchema = z
  .strictObject({
    embedder: word("The embedder's name; `builtin` needs no cell.").default('builtin'),
    threshold: numberFrom('The least cosine similarity that passes.', -1, 1),
  })
  .describe('Passes when the output means nearly what the expected value does.')

const llmJudgeSchema = z
  .strictObject({
    judge: word("The judge's name; without it the first judge cell.").optional(),
    rubric: expecting(
      z
        .union([
          text('What the judge rates by.'),
          z
            .strictObject({ cell: word('The name of an `md rubric` cell.') })
            .describe('A rubric in its own cell.'),
        ])
        .describe('What the judge rates by: a text, or `{ cell: NAME }`.'),
      'a text or `{ cell: NAME }`',
    ),
    reference: flag('Whether the judge sees the expected value.').default(false),
    repeats: wholeNumber('How often the judge is asked; the majority counts.', 1).default(1),
    repair: flag('Whether a reply that cannot be read is asked for once more.').default(false),
  })
  .describe('Passes when a judge model rates the output 3 or 4 of 4.')

const customSchema = z
  .strictObject({
    grader: word('The name of a `ts grader` or `js grader` cell.'),
    timeoutMs: wholeNumber('The longest that one attempt may take, in milliseconds.', 1, 30_000).default(
      1000,
    ),
  })
  .describe('Passes when the grader cell says so.')

/** What any grader of a list may carry beside its kind. */
export const graderCommonSchema = z.strictObject({
  name: word("Names the grader; without it, its kind or the custom grader's name.").optional(),
  only: tags('Only cases with one of these tags are graded.').optional(),
  except: tags('Cases with one of these tags are not graded.').optional(),
})

export type GraderCommon = z.output<typeof graderCommonSchema>

/** The settings of each kind of grader. */
export const GRADER_SCHEMAS = {
  exactMatch: exactMatchSchema,
  regex: regexSchema,
  jsonSchema: jsonSchemaSettingsSchema,
  semanticSimilarity: semanticSimilaritySchema,
  llmJudge: llmJudgeSchema,
  custom: customSchema,
} as const

/** The settings of one grader with its kind. */
export type GraderSettings = {
  readonly [K in keyof typeof GRADER_SCHEMAS]: {
    readonly kind: K
    readonly value: z.output<(typeof GRADER_SCHEMAS)[K]>
  }
}[keyof typeof GRADER_SCHEMAS]

/** One item of a `yaml graders` cell, for editors. */
export const graderItemSchema = z
  .union([
    graderCommonSchema.extend({ exactMatch: exactMatchSchema.nullable() }),
    graderCommonSchema.extend({ regex: regexSchema }),
    graderCommonSchema.extend({
      jsonSchema: z.union([
        jsonSchemaSettingsSchema,
        z.looseObject({}).describe('The JSON Schema itself.'),
        z.boolean().describe('The JSON Schema itself.'),
      ]),
    }),
    graderCommonSchema.extend({ semanticSimilarity: semanticSimilaritySchema }),
    graderCommonSchema.extend({ llmJudge: llmJudgeSchema }),
    graderCommonSchema.extend({
      custom: z.union([word('The name of a `ts grader` or `js grader` cell.'), customSchema]),
    }),
  ])
  .meta({ title: 'Grader', description: 'One grader.' })

/** The body of a `yaml graders` cell, for editors. */
export const gradersCellSchema = z
  .array(graderItemSchema)
  .meta({ title: 'Graders', description: 'The graders of every case.' })
