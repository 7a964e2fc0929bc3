import { z } from 'zod'
import { caseListSchema } from '../notebook/settings/case-settings.ts'
import { DEVICE_SCHEMAS } from '../notebook/settings/device-settings.ts'
import { word } from '../notebook/settings/fields.ts'
import { gradersCellSchema } from '../notebook/settings/grader-settings.ts'
import { EMBEDDER_SCHEMAS, JUDGE_SCHEMAS } from '../notebook/settings/model-settings.ts'
import { promptSettingsSchema } from '../notebook/settings/prompt-settings.ts'
import { suiteFrameSchema } from './suite-file-schema.ts'

const withName = { name: word('The name; each is there once.') }
const namedMembers = (schemas: readonly z.ZodObject[]) =>
  z.array(z.union(schemas.map((schema) => schema.extend(withName))))

/** A whole suite file, for editors and other programs. */
export const suiteFileSchema = suiteFrameSchema
  .extend({
    prompts: z
      .array(promptSettingsSchema.safeExtend(withName))
      .describe('Prompts; the first is the default.')
      .optional(),
    devices: namedMembers(Object.values(DEVICE_SCHEMAS))
      .describe('Devices; the first is the default.')
      .optional(),
    embedders: namedMembers(Object.values(EMBEDDER_SCHEMAS)).describe('Embedders.').optional(),
    judges: namedMembers(Object.values(JUDGE_SCHEMAS)).describe('Judges.').optional(),
    graders: gradersCellSchema.optional(),
    cases: caseListSchema.optional(),
  })
  .meta({ title: 'Suite file', description: 'What CI runs: a notebook with everything in place.' })
