import { z } from 'zod'
import { expecting, numberFrom, wholeNumber, word } from './fields.ts'

/** How the verdicts of a case's attempts add up. */
const passRuleSchema = expecting(
  z
    .union([
      z.enum(['all', 'any']),
      z.strictObject({ atLeast: numberFrom('The share of graded attempts that must pass.', 0, 1) }),
    ])
    .describe('Which attempts of a case must pass: all of them, any one, or a share.'),
  '`all`, `any` or `{ atLeast: 0.8 }`',
)

const gateSchema = z
  .strictObject({
    minPassRate: numberFrom('The least share of cases that must pass.', 0, 1).optional(),
    maxNotGraded: numberFrom('The largest share of cases that may be not graded.', 0, 1).optional(),
  })
  .describe('What CI asks of a run.')

const runtimeSchema = z
  .enum(['kotlin', 'any'])
  .describe('Whose semantics count. With `kotlin`, JSON is decoded as kotlinx.serialization does.')

const budgetsSchema = z
  .strictObject({
    durationMs: expecting(
      z.number().positive().describe('The longest median time of an attempt, in milliseconds.'),
      'a number of milliseconds above 0',
    ).optional(),
    firstTokenMs: expecting(
      z.number().positive().describe('The longest median time to the first token, in milliseconds.'),
      'a number of milliseconds above 0',
    ).optional(),
    outputTokens: wholeNumber('The most tokens that a median output may have.', 1).optional(),
  })
  .describe('Limits on what attempts may take.')

const redactionSchema = expecting(
  z
    .array(word('A pattern in the syntax of java.util.regex.'))
    .describe('Patterns whose matches reports do not show.'),
  'a list of patterns',
)

/** The body of a `yaml suite` cell. */
export const suiteSettingsSchema = z
  .strictObject({
    passRule: passRuleSchema.default('all'),
    gate: gateSchema.default({}),
    runtime: runtimeSchema.default('any'),
    budgets: budgetsSchema.optional(),
    redaction: redactionSchema.optional(),
  })
  .meta({ title: 'Suite', description: 'What CI needs to know.' })

export type SuiteSettings = z.output<typeof suiteSettingsSchema>
