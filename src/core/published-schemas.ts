import { z } from 'zod'
import { labelSchema } from './attempts/labels.ts'
import { recordedAttemptSchema } from './attempts/recorded-attempt.ts'
import type { JsonValue } from './json.ts'
import { reportSchema } from './reports/report.ts'
import { suiteFileSchema } from './suite/whole-suite-file-schema.ts'
import { jsonOf } from './notebook/json-of.ts'
import { casesCellSchema } from './notebook/settings/case-settings.ts'
import { deviceCellSchema } from './notebook/settings/device-settings.ts'
import { factsOf } from './notebook/settings/fields.ts'
import { gradersCellSchema } from './notebook/settings/grader-settings.ts'
import { embedderCellSchema, judgeCellSchema } from './notebook/settings/model-settings.ts'
import { promptSettingsSchema } from './notebook/settings/prompt-settings.ts'
import { suiteSettingsSchema } from './notebook/settings/suite-settings.ts'

const SCHEMAS = {
  device: deviceCellSchema,
  prompt: promptSettingsSchema,
  cases: casesCellSchema,
  graders: gradersCellSchema,
  embedder: embedderCellSchema,
  judge: judgeCellSchema,
  suite: suiteSettingsSchema,
  'suite-file': suiteFileSchema,
  'recorded-attempt': recordedAttemptSchema,
  label: labelSchema,
  report: reportSchema,
} as const

/**
 * The JSON Schemas of all cells, of the suite file, of the lines of recorded attempts and labels, and of the report,
 * by name, for editors and other programs. A text
 * may be written as any scalar, since it is taken as it is written.
 */
export const publishedSchemas = (): ReadonlyMap<string, JsonValue> =>
  new Map(
    Object.entries(SCHEMAS).map(([name, schema]) => [
      name,
      publish(schema, name === 'suite-file' ? 'ref' : 'inline'),
    ]),
  )

const publish = (schema: z.ZodType, reused: 'ref' | 'inline'): JsonValue =>
  jsonOf(
    z.toJSONSchema(schema, {
      io: 'input',
      reused,
      override: ({ zodSchema, jsonSchema }) => {
        const { scalar, example } = factsOf(zodSchema)
        if (scalar) {
          jsonSchema.type = ['string', 'number', 'boolean', 'null']
          delete jsonSchema.pattern
        }
        if (example !== undefined)
          jsonSchema.description = `${jsonSchema.description ?? ''} Example: \`${example}\`.`.trim()
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      },
    }),
  )
