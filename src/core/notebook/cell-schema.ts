import type { CellKind } from './notebook.ts'
import { caseListSchema } from './settings/case-settings.ts'
import { DEVICE_SCHEMAS } from './settings/device-settings.ts'
import { factsOf } from './settings/fields.ts'
import { gradersCellSchema } from './settings/grader-settings.ts'
import { EMBEDDER_SCHEMAS, JUDGE_SCHEMAS } from './settings/model-settings.ts'
import { promptSettingsSchema } from './settings/prompt-settings.ts'
import { schemaAt, shapeOf, unwrap, type Schema } from './settings/schema-shape.ts'
import { suiteSettingsSchema } from './settings/suite-settings.ts'

const schemasOf = (kind: CellKind): readonly Schema[] => {
  switch (kind) {
    case 'cases':
      return [caseListSchema]
    case 'graders':
      return [gradersCellSchema]
    case 'prompt':
      return [promptSettingsSchema]
    case 'device':
      return Object.values(DEVICE_SCHEMAS)
    case 'embedder':
      return Object.values(EMBEDDER_SCHEMAS)
    case 'judge':
      return Object.values(JUDGE_SCHEMAS)
    case 'suite':
      return [suiteSettingsSchema]
    case 'rubric':
    case 'grader':
    case 'unknown':
      return []
  }
}

/** Whether the field at a path of a cell is text, taken as it is written, rather than a YAML value. */
export const isTextField = (kind: CellKind, path: readonly (string | number)[]): boolean =>
  schemasOf(kind).some((schema) => {
    const field = schemaAt(schema, path)
    return field !== undefined && takesText(field)
  })

const takesText = (schema: Schema): boolean => {
  if (factsOf(schema).scalar !== undefined) return true
  const shape = shapeOf(schema)
  return shape.type === 'union' && shape.options.some((option) => takesText(unwrap(option)))
}
