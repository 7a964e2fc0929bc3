import { z } from 'zod'
import { factsOf } from './fields.ts'

export type Schema = z.core.$ZodType

/** What a schema wants, as far as reading YAML must know. */
export type Shape =
  | { readonly type: 'object'; readonly fields: Readonly<Record<string, Schema>> }
  | { readonly type: 'record'; readonly value: Schema }
  | { readonly type: 'list'; readonly item: Schema }
  | { readonly type: 'union'; readonly options: readonly Schema[] }
  /** One of fixed words, or any word. */
  | { readonly type: 'choice'; readonly words: readonly string[] }
  | { readonly type: 'scalar' }
  | { readonly type: 'any' }

/** The schema without what makes it optional or gives it a default. */
export const unwrap = (schema: Schema): Schema => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodLazy)
    return unwrap(schema.unwrap())
  return schema
}

/** Sorts a schema that is not wrapped. */
export const shapeOf = (schema: Schema): Shape => {
  if (schema instanceof z.ZodObject) return { type: 'object', fields: schema.shape }
  if (schema instanceof z.ZodRecord) return { type: 'record', value: schema.valueType }
  if (schema instanceof z.ZodArray) return { type: 'list', item: schema.element }
  if (schema instanceof z.ZodUnion) return { type: 'union', options: schema.options }
  if (schema instanceof z.ZodEnum) return { type: 'choice', words: schema.options.map(String) }
  if (schema instanceof z.ZodLiteral && [...schema.values].every((value) => typeof value === 'string'))
    return { type: 'choice', words: [...schema.values].map(String) }
  if (schema instanceof z.ZodString) return { type: 'choice', words: [] }
  if (schema instanceof z.ZodUnknown) return { type: 'any' }
  return { type: 'scalar' }
}

/** The schema at a path of keys and indices. */
export const schemaAt = (schema: Schema, path: readonly PropertyKey[]): Schema | undefined => {
  const bare = unwrap(schema)
  const [step, ...rest] = path
  if (step === undefined) return bare
  const shape = shapeOf(bare)
  if (shape.type === 'object') {
    const field = shape.fields[String(step)]
    return field && schemaAt(field, rest)
  }
  if (shape.type === 'record') return schemaAt(shape.value, rest)
  if (shape.type === 'list') return schemaAt(shape.item, rest)
  if (shape.type !== 'union') return undefined
  for (const option of shape.options) {
    const found = schemaAt(option, path)
    if (found) return found
  }
  return undefined
}

/** What a schema wants, in words. */
export const describeSchema = (schema: Schema): string => {
  const { expected } = factsOf(schema)
  if (expected !== undefined) return expected
  const shape = shapeOf(schema)
  switch (shape.type) {
    case 'object':
      return `a map of ${Object.keys(shape.fields)
        .map((key) => `\`${key}\``)
        .join(', ')}`
    case 'record':
      return 'a map'
    case 'list':
      return 'a list'
    case 'union':
      return shape.options.map((option) => describeSchema(unwrap(option))).join(' or ')
    case 'choice':
      return shape.words.map((word) => `\`${word}\``).join(', ')
    case 'scalar':
      return schema instanceof z.ZodBoolean ? 'true or false' : 'a number'
    case 'any':
      return 'any value'
  }
}
