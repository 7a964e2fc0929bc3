import { nearestName } from '../../text/nearest-name.ts'
import { showInvisible } from '../../text/visible.ts'
import { cutText } from '../grade.ts'
import { toPointer } from './pointer.ts'
import type { SchemaError } from './schema-compiler.ts'

/** One sentence for each violation: `/items/3/price: expected number, got "12"`. */
export const describeSchemaErrors = (errors: readonly SchemaError[]): readonly string[] =>
  mergeTypeChoices(errors).map(({ path, sentence }) => `${showPath(path)}: ${sentence}`)

interface Described {
  readonly path: string
  readonly sentence: string
}

/**
 * A choice between types (`anyOf: [{ type: string }, { type: null }]`) fails once for each type and once for the
 * choice; it reads as one: "expected string or null".
 */
const mergeTypeChoices = (errors: readonly SchemaError[]): readonly Described[] => {
  const described: Described[] = []
  let types: SchemaError[] = []
  for (const error of errors) {
    const choice = (error.keyword === 'anyOf' || error.keyword === 'oneOf') && types.length > 1
    if (choice && types.every(({ path }) => path === error.path)) {
      described.length -= types.length
      const wanted = types.map(({ params }) => listTypes(params.type)).join(' or ')
      described.push({ path: error.path, sentence: `expected ${wanted}, got ${showValue(error.value)}` })
      types = []
      continue
    }
    if (error.keyword !== 'type') types = []
    else if (types.every(({ path }) => path === error.path)) types.push(error)
    else types = [error]
    described.push(describe(error))
  }
  return described
}

const describe = (error: SchemaError): Described => {
  const { params } = error
  switch (error.keyword) {
    case 'required':
    case 'dependencies':
    case 'dependentRequired': {
      const missing = text(params.missingProperty)
      const because = error.keyword === 'required' ? '' : ` because ${quote(text(params.property))} is there`
      return {
        path: error.path + toPointer([missing]),
        sentence: `expected a property of this name${because}, found none`,
      }
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = text(params.additionalProperty ?? params.unevaluatedProperty)
      return {
        path: error.path + toPointer([name]),
        sentence: describeExtraProperty(name, error.knownProperties),
      }
    }
    case 'propertyNames': {
      const name = text(params.propertyName)
      return {
        path: error.path + toPointer([name]),
        sentence: 'the property has a name that the schema does not allow',
      }
    }
    default: {
      const wanted = WANTED[error.keyword]?.(params) ?? error.message
      const found = SIZES[error.keyword]?.(error.value) ?? showValue(error.value)
      return { path: error.path, sentence: `expected ${wanted}, got ${found}` }
    }
  }
}

const describeExtraProperty = (name: string, known: readonly string[] | undefined): string => {
  const nearest = known && nearestName(name, known)
  const hint = nearest === undefined ? '' : `; did the model mean ${quote(nearest)}?`
  return `expected no property of this name${hint}`
}

type Params = Readonly<Record<string, unknown>>

/** What each keyword asks for, to be read after "expected". */
const WANTED: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => listTypes(type),
  enum: ({ allowedValues }) => `one of ${list(allowedValues).map(showValue).join(', ')}`,
  const: ({ allowedValue }) => showValue(allowedValue),
  minimum: ({ limit }) => `at least ${text(limit)}`,
  exclusiveMinimum: ({ limit }) => `more than ${text(limit)}`,
  maximum: ({ limit }) => `at most ${text(limit)}`,
  exclusiveMaximum: ({ limit }) => `less than ${text(limit)}`,
  multipleOf: ({ multipleOf }) => `a multiple of ${text(multipleOf)}`,
  minLength: ({ limit }) => `at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `at most ${count(limit, 'character')}`,
  pattern: ({ pattern }) => `text that matches /${showText(text(pattern))}/`,
  format: ({ format }) => `text in the format ${text(format)}`,
  minItems: ({ limit }) => `at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `at most ${count(limit, 'item')}`,
  additionalItems: ({ limit }) => `at most ${count(limit, 'item')}`,
  items: ({ limit }) => `at most ${count(limit, 'item')}`,
  unevaluatedItems: ({ len }) => `at most ${count(len, 'item')}`,
  uniqueItems: ({ i, j }) => `items that all differ (items ${text(j)} and ${text(i)} are equal)`,
  minProperties: ({ limit }) => `at least ${count(limit, 'property', 'properties')}`,
  maxProperties: ({ limit }) => `at most ${count(limit, 'property', 'properties')}`,
  contains: ({ minContains, maxContains }) =>
    `${maxContains === undefined ? 'at least' : `at most ${text(maxContains)}, at least`} ` +
    `${count(minContains, 'item')} as in "contains"`,
  anyOf: () => 'what one of the choices of "anyOf" describes',
  oneOf: ({ passingSchemas }) =>
    passingSchemas === null
      ? 'what one of the choices of "oneOf" describes'
      : `what just one of the choices of "oneOf" describes (${list(passingSchemas).map(text).join(' and ')} do)`,
  not: () => 'anything but what "not" describes',
  if: ({ failingKeyword }) => `what "${text(failingKeyword)}" describes`,
  'false schema': () => 'nothing',
}

/** What is said of the value instead of showing it, where its size is what is wrong. */
const SIZES: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  minLength: (value) => lengthOf(value),
  maxLength: (value) => lengthOf(value),
  minProperties: (value) => count(keysOf(value).length, 'property', 'properties'),
  maxProperties: (value) => count(keysOf(value).length, 'property', 'properties'),
}

const lengthOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? `${count([...value].length, 'character')} (${showValue(value)})` : undefined

const listTypes = (type: unknown): string => (Array.isArray(type) ? type.map(text).join(' or ') : text(type))

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')

const count = (size: unknown, one: string, many = `${one}s`): string =>
  `${text(size)} ${size === 1 ? one : many}`

const keysOf = (value: unknown): readonly string[] =>
  value !== null && typeof value === 'object' ? Object.keys(value) : []

const SHOWN_LENGTH = 60

const showText = (value: string): string => {
  const start = cutText(value, SHOWN_LENGTH)
  return `${showInvisible(start)}${start === value ? '' : '…'}`
}

const quote = (value: string): string => `"${showText(value)}"`

const showValue = (value: unknown): string => {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty array' : `an array of ${count(value.length, 'item')}`
  if (value !== null && typeof value === 'object')
    return keysOf(value).length === 0 ? 'an empty object' : 'an object'
  return text(value)
}

/** The whole value has the empty pointer, which nobody would see. */
const showPath = (path: string): string => (path === '' ? 'the whole value' : showInvisible(path))
