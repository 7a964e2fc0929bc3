import { z } from 'zod'
import type { JsonValue } from '../json.ts'
import { suiteFileSchema } from '../suite/whole-suite-file-schema.ts'
import { jsonOf } from './json-of.ts'
import { casesCellSchema } from './settings/case-settings.ts'
import { deviceCellSchema } from './settings/device-settings.ts'
import { factsOf } from './settings/fields.ts'
import { gradersCellSchema } from './settings/grader-settings.ts'
import { embedderCellSchema, judgeCellSchema } from './settings/model-settings.ts'
import { promptSettingsSchema } from './settings/prompt-settings.ts'
import { suiteSettingsSchema } from './settings/suite-settings.ts'

const SCHEMAS = {
  device: deviceCellSchema,
  prompt: promptSettingsSchema,
  cases: casesCellSchema,
  graders: gradersCellSchema,
  embedder: embedderCellSchema,
  judge: judgeCellSchema,
  suite: suiteSettingsSchema,
  'suite-file': suiteFileSchema,
} as const

/**
 * The JSON Schemas of all cells and of the suite file, by name, for editors and other programs. A text
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
