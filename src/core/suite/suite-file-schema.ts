import { z } from 'zod'
import { anyValue, expecting, text, wholeNumber, word } from '../notebook/settings/fields.ts'
import { suiteSettingsSchema } from '../notebook/settings/suite-settings.ts'

/** What was true when the suite was exported, so that a later difference can be told. */
export const lockSchema = z
  .strictObject({
    format: expecting(z.literal(1).describe('The version of the format.'), '1').default(1),
    notebookHash: word("The notebook's hash.").optional(),
    judges: z
      .record(
        z.string(),
        z.strictObject({
          model: word("The judge's model.").optional(),
          promptHash: word('The hash of the judge prompt, without its random markers.').optional(),
        }),
      )
      .describe('The judges, by name.')
      .optional(),
    embedders: z
      .record(
        z.string(),
        z.strictObject({
          name: word("The embedder's model.").optional(),
          version: word('Its version or digest.').optional(),
          dimension: wholeNumber('How many numbers an embedding has.', 1).optional(),
        }),
      )
      .describe('The embedders, by name.')
      .optional(),
    passRate: expecting(
      z.number().min(0).max(1).describe('The pass rate that was reached: a share of cases.'),
      'a number from 0 to 1',
    ).optional(),
  })
  .meta({ title: 'Lock', description: 'What was true when the suite was exported.' })

export type SuiteLock = z.output<typeof lockSchema>

/** A custom grader in place. */
const customSourceSchema = z.strictObject({
  language: z.enum(['ts', 'js']).describe('TypeScript or JavaScript.'),
  source: text('A module that exports `grade`.'),
  from: word(
    "Where the code's first line stood when the suite was exported, FILE:LINE. What is wrong in the code is told at that place, so that a grade says the same as the notebook's.",
    '`FILE:LINE`',
    /^[^]+:[1-9]\d*$/,
  ).optional(),
})

const list = (description: string) => anyValue(description).optional()

/** The frame of a suite file. Its lists are read entry by entry, as the cells of a notebook are. */
export const suiteFrameSchema = suiteSettingsSchema.extend({
  proctor: expecting(z.literal(1).describe('The version of the format.'), '1'),
  suite: text('The title.'),
  prompts: list('Prompts; the first is the default.'),
  devices: list('Devices; the first is the default.'),
  embedders: list('Embedders.'),
  judges: list('Judges.'),
  customGraders: z
    .record(z.string(), customSourceSchema)
    .describe('The code of custom graders, by name.')
    .optional(),
  graders: list('The graders of every case.'),
  cases: list('Cases.'),
  lock: lockSchema.optional(),
})
