import { createRequire } from 'node:module'
import type { AnySchema, ErrorObject, Options, ValidateFunction } from 'ajv'
import type * as draft07 from 'ajv/dist/ajv.js'
import type * as draft2019 from 'ajv/dist/2019.js'
import type * as draft2020 from 'ajv/dist/2020.js'
import type * as codegen from 'ajv/dist/compile/codegen/index.js'
import type formatsPlugin from 'ajv-formats'
import type * as formatTables from 'ajv-formats/dist/formats.js'
import { isMultipleOf } from '#core/grading/json/multiple-of.ts'
import type { CompiledSchema, SchemaCompiler, SchemaError } from '#core/grading/json/schema-compiler.ts'
import { describeSchemaErrors } from '#core/grading/json/schema-errors.ts'
import { compilePattern, prepareSchema, type SchemaDraft } from '#core/grading/json/schema-keywords.ts'
import type { JsonValue } from '#core/json.ts'
import { nearestName } from '#core/text/nearest-name.ts'

type Validator = draft07.Ajv | draft2019.Ajv2019 | draft2020.Ajv2020
type Files = Readonly<Record<string, JsonValue>>

/**
 * The validator of the `jsonSchema` grader, by ajv. Each draft is loaded when a schema of it is first compiled. It
 * makes code out of schemas, and a `pattern` may backtrack without end: run it where that does no harm. The compiler
 * never throws.
 */
export const createSchemaCompiler = (): SchemaCompiler => {
  /** What they compile first, the draft's schema of schemas, takes 20 ms. They keep nothing of a user's. */
  const schemaValidators: { -readonly [Draft in SchemaDraft]?: Validator } = {}
  let formats: ReadonlySet<string> | undefined

  /** Makes a schema ready for ajv, or says what is wrong with it. */
  const read = (schema: JsonValue, draftOfMain?: SchemaDraft): ReadSchema => {
    if (
      typeof schema !== 'boolean' &&
      (schema === null || typeof schema !== 'object' || Array.isArray(schema))
    ) {
      return {
        ok: false,
        message: `expected an object, true or false as the schema, got ${JSON.stringify(schema)}`,
      }
    }
    const prepared = prepareSchema(schema, (formats ??= knownFormats()))
    const draft = draftOfMain ?? prepared.draft
    const validator = (schemaValidators[draft] ??= createValidator(draft))
    const copy: AnySchema = JSON.parse(JSON.stringify(prepared.schema))
    if (validator.validateSchema(copy) !== true) {
      const [first] = describeSchemaErrors((validator.errors ?? []).map(toSchemaError))
      return { ok: false, message: first ?? 'the schema is not valid' }
    }
    if (prepared.problem !== undefined) return { ok: false, message: prepared.problem }
    return { ok: true, draft, schema: copy, warnings: prepared.warnings }
  }

  return (schema, files) => {
    try {
      const main = read(schema)
      return main.ok ? compileWithFiles(main, files, (file) => read(file, main.draft)) : main
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) }
    }
  }
}

type ReadSchema =
  | {
      readonly ok: true
      readonly draft: SchemaDraft
      readonly schema: AnySchema
      readonly warnings: readonly string[]
    }
  | { readonly ok: false; readonly message: string }

/** Compiles, and adds a file whenever one turns out to be needed, until none is missing. */
const compileWithFiles = (
  main: ReadSchema & { readonly ok: true },
  files: Files,
  readFile: (file: JsonValue) => ReadSchema,
): CompiledSchema => {
  const validator = createValidator(main.draft)
  const warnings = [...main.warnings]
  const added = new Set<string>()
  while (true) {
    try {
      const validate = validator.compile(main.schema)
      return { ok: true, validate: (value) => errorsOf(validate, value), warnings }
    } catch (error) {
      const missing = missingReference(error)
      if (!missing) throw error
      const found = added.has(missing.schema) ? undefined : findFile(missing.schema, files)
      if (!found) return { ok: false, message: describeMissing(missing, files) }
      added.add(missing.schema)
      const file = readFile(found.content)
      if (!file.ok) return { ok: false, message: `in ${found.name}: ${file.message}` }
      warnings.push(...file.warnings.map((warning) => `in ${found.name}: ${warning}`))
      validator.addSchema(file.schema, missing.schema)
    }
  }
}

const NO_ERRORS: readonly SchemaError[] = []

const errorsOf = (validate: ValidateFunction, value: JsonValue): readonly SchemaError[] =>
  validate(value) ? NO_ERRORS : (validate.errors ?? []).map(toSchemaError)

const toSchemaError = (error: ErrorObject): SchemaError => {
  const properties: unknown = error.parentSchema?.properties
  return {
    path: error.instancePath,
    keyword: error.keyword,
    params: error.params,
    value: error.data,
    message: error.message ?? `what ${error.keyword} asks for`,
    ...(properties !== null &&
      typeof properties === 'object' && { knownProperties: Object.keys(properties) }),
  }
}

interface MissingReference {
  /** The reference, made absolute. */
  readonly reference: string
  /** The same without its fragment: the schema that is missing. Empty for the schema it stands in. */
  readonly schema: string
}

const missingReference = (error: unknown): MissingReference | undefined =>
  error instanceof Error &&
  'missingRef' in error &&
  'missingSchema' in error &&
  typeof error.missingRef === 'string' &&
  typeof error.missingSchema === 'string'
    ? { reference: error.missingRef, schema: error.missingSchema }
    : undefined

/** The file that a reference means: the `$id` of the schema it stands in may have made the reference absolute. */
const findFile = (
  schema: string,
  files: Files,
): { readonly name: string; readonly content: JsonValue } | undefined => {
  const path = decodeURI(schema)
  const candidates = Object.entries(files).map(([name, content]) => ({
    name,
    content,
    path: name.replace(/^(?:\.\/)+/, ''),
  }))
  return (
    candidates.find((file) => file.path === path) ?? candidates.find((file) => path.endsWith(`/${file.path}`))
  )
}

const describeMissing = ({ reference, schema }: MissingReference, files: Files): string => {
  const nearest = nearestName(schema, Object.keys(files))
  const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`
  return (
    `$ref: expected a place in the schema or in a file beside it, found ${JSON.stringify(reference)}` +
    `, which is in neither (nothing is loaded from the network)${hint}`
  )
}

const require = createRequire(import.meta.url)

const createValidator = (draft: SchemaDraft): Validator => {
  const validator = CREATE[draft]({
    strict: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    // A key such as "toString" is there only where the output has it.
    ownProperties: true,
    logger: false,
    code: { regExp: Object.assign(compilePattern, { code: 'new RegExp' }) },
  })
  const formats: typeof formatsPlugin = require('ajv-formats')
  formats.default(validator)
  const { _ }: typeof codegen = require('ajv/dist/compile/codegen/index.js')
  // The validator's own divides doubles, and says that 19.99 is no multiple of 0.01.
  validator.removeKeyword('multipleOf').addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (factor: number) => (value: number) => isMultipleOf(value, factor),
    error: { message: 'a multiple', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
  })
  return validator
}

const knownFormats = (): ReadonlySet<string> => {
  const tables: typeof formatTables = require('ajv-formats/dist/formats.js')
  return new Set(tables.formatNames)
}

const CREATE: Readonly<Record<SchemaDraft, (options: Options) => Validator>> = {
  '07': (options) => {
    const module: typeof draft07 = require('ajv/dist/ajv.js')
    return new module.Ajv(options)
  },
  '2019-09': (options) => {
    const module: typeof draft2019 = require('ajv/dist/2019.js')
    return new module.Ajv2019(options)
  },
  '2020-12': (options) => {
    const module: typeof draft2020 = require('ajv/dist/2020.js')
    return new module.Ajv2020(options)
  },
}
