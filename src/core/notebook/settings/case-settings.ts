import { z } from 'zod'
import { anyValue, expecting, tags, text, wholeNumber, word } from './fields.ts'
import { messageSchema } from './prompt-settings.ts'
import { graderItemSchema } from './grader-settings.ts'

/** The fields of one case; its graders are read by themselves. */
export const caseSettingsSchema = z
  .strictObject({
    id: text(
      'Names the case, once in the file. Without it the case is named by the hash of its input.',
    ).optional(),
    input: text('What is asked: the value of `{{input}}`.').optional(),
    vars: expecting(
      z.record(z.string(), text('A value of the template.')).describe('Values of the template, by name.'),
      'a map of texts',
      '{ question: How late is it? }',
    ).optional(),
    messages: expecting(
      z
        .array(messageSchema)
        .min(1)
        .describe('A whole conversation, sent as it stands instead of the template.'),
      'a list of at least one message',
      '[{ role: user, content: Hello }]',
    ).optional(),
    expect: text('The expected value.').optional(),
    expectJson: anyValue('The expected value as JSON; stored as `JSON.stringify` writes it.').optional(),
    tags: tags('Tags, by which graders and runs choose cases.').optional(),
    graders: anyValue("This case's own graders, added to those of the notebook.").optional(),
    attempts: wholeNumber("How often this case is asked, instead of the prompt's number.", 1).optional(),
    attachments: expecting(
      z
        .array(word('A path, relative to the notebook.'))
        .describe('Files or images, for devices that take them.'),
      'a list of paths',
      '[images/kettle.png]',
    ).optional(),
    notes: text('Notes for people.').optional(),
  })
  .meta({ title: 'Case' })

export type CaseSettings = z.output<typeof caseSettingsSchema>

/** The columns of a table that are fields of a case. */
export const CASE_COLUMNS = ['id', 'input', 'expect', 'expectJson', 'tags', 'attempts', 'notes'] as const

/** `yaml cases` that stand in another file. */
export const casesFileSchema = z
  .strictObject({
    file: word('A `.csv`, `.tsv`, `.jsonl` or `.yaml` file of cases, relative to the notebook.'),
    columns: expecting(
      z
        .strictObject(
          Object.fromEntries(
            ([...CASE_COLUMNS, 'vars'] as const).map((field) => [
              field,
              z.union([word('The column.'), z.array(word('A column.'))]).optional(),
            ]),
          ),
        )
        .describe('Which column of the file holds which field: `input: question`.'),
      'a map from a field of a case to a column of the file',
      '{ input: question }',
    ).optional(),
  })
  .meta({ title: 'Cases in a file' })

export type CasesFile = z.output<typeof casesFileSchema>

/** A list of cases with their graders, for editors. */
export const caseListSchema = z
  .array(caseSettingsSchema.extend({ graders: z.array(graderItemSchema).optional() }))
  .describe('A list of cases.')

/** The body of a `yaml cases` cell, for editors. */
export const casesCellSchema = z
  .union([caseListSchema, casesFileSchema])
  .meta({ title: 'Cases', description: 'A list of cases, or the file that holds them.' })
