import type { JsonObject, JsonValue } from '../../json.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { toPointer } from './pointer.ts'

/** The drafts of JSON Schema that are read. */
export type SchemaDraft = '2020-12' | '2019-09' | '07'

export interface PreparedSchema {
  readonly draft: SchemaDraft
  /** A copy without `$schema` at the top and without the unknown keywords that a validator might act on. */
  readonly schema: JsonValue
  /** One sentence for the first pattern that is none, with its place; absent where all are. */
  readonly problem?: string
  /** One sentence for each keyword and format that is ignored, with its place as a JSON Pointer. */
  readonly warnings: readonly string[]
}

/**
 * Reads which draft a schema is of (2020-12 unless its `$schema` says 07 or 2019-09) and which of its keywords and
 * formats will be ignored.
 *
 * @param knownFormats - the formats that the validator checks.
 */
export const prepareSchema = (schema: JsonValue, knownFormats: ReadonlySet<string>): PreparedSchema => {
  const warnings: string[] = []
  const draft = draftOf(schema, warnings)
  const context: Context = { known: KEYWORDS[draft], draft, knownFormats, warnings, problems: [] }
  const prepared = prepare(schema, [], context)
  const [problem] = context.problems
  return {
    draft,
    schema: isObject(prepared) ? without(prepared, '$schema') : prepared,
    warnings,
    ...(problem !== undefined && { problem }),
  }
}

const draftOf = (schema: JsonValue, warnings: string[]): SchemaDraft => {
  const named = isObject(schema) ? schema.$schema : undefined
  if (named === undefined) return '2020-12'
  const draft =
    typeof named === 'string'
      ? /json-schema\.org\/draft[-/](2020-12|2019-09|07)\/schema#?$/.exec(named)?.[1]
      : ''
  if (draft === '2020-12' || draft === '2019-09' || draft === '07') return draft
  warnings.push(
    `/$schema: ${JSON.stringify(named)} is not one of the drafts 2020-12, 2019-09 and 07; the schema is read as draft 2020-12`,
  )
  return '2020-12'
}

interface Context {
  readonly known: ReadonlySet<string>
  readonly draft: SchemaDraft
  readonly knownFormats: ReadonlySet<string>
  readonly warnings: string[]
  readonly problems: string[]
}

type Path = readonly (string | number)[]

const prepare = (schema: JsonValue, path: Path, context: Context): JsonValue => {
  if (!isObject(schema)) return schema
  const members: [string, JsonValue][] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const place = [...path, keyword]
    if (!context.known.has(keyword)) context.warnings.push(unknownKeyword(keyword, place, context))
    else if (context.draft === '07' && typeof schema.$ref === 'string' && !BESIDE_REF.has(keyword)) {
      // In this draft a reference stands for the whole schema.
      context.warnings.push(`${toPointer(place)}: draft 07 ignores the keyword "${keyword}" beside "$ref"`)
      continue
    }
    if (keyword === 'format' && typeof value === 'string' && !context.knownFormats.has(value)) {
      const nearest = nearestName(value, context.knownFormats)
      const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`
      context.warnings.push(
        `${toPointer(place)}: the format ${JSON.stringify(value)} is unknown and not checked${hint}`,
      )
    }
    for (const pattern of patternsIn(keyword, value)) {
      const problem = patternProblem(pattern)
      if (problem !== undefined)
        context.problems.push(`${toPointer(place)}: expected a regular expression, got ${problem}`)
    }
    if (!ACTED_ON.has(keyword)) members.push([keyword, prepareMember(keyword, value, place, context)])
  }
  return Object.fromEntries(members)
}

const patternsIn = (keyword: string, value: JsonValue): readonly string[] => {
  if (keyword === 'pattern' && typeof value === 'string') return [value]
  return keyword === 'patternProperties' && isObject(value) ? Object.keys(value) : []
}

/** What is wrong with a pattern, if anything. */
const patternProblem = (pattern: string): string | undefined => {
  try {
    compilePattern(pattern)
    return undefined
  } catch (error) {
    return `${JSON.stringify(pattern)} (${error instanceof Error ? error.message : String(error)})`
  }
}

/**
 * A schema's pattern, as a Unicode pattern where it can be one. Those that only the older syntax allows, such as
 * `\d\-\d`, are common in schemas. Throws a SyntaxError where it is neither.
 */
export const compilePattern = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

const prepareMember = (keyword: string, value: JsonValue, place: Path, context: Context): JsonValue => {
  if (isArray(value)) {
    return LISTS_OF_SCHEMAS.has(keyword)
      ? value.map((item, index) => prepare(item, [...place, index], context))
      : value
  }
  if (MAPS_OF_SCHEMAS.has(keyword) && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, prepare(member, [...place, name], context)]),
    )
  }
  return SCHEMAS.has(keyword) ? prepare(value, place, context) : value
}

const unknownKeyword = (keyword: string, place: Path, { known, draft }: Context): string =>
  `${toPointer(place)}: the keyword ${JSON.stringify(keyword)} is unknown in draft ${draft} and ignored${keywordHint(keyword, known)}`

const keywordHint = (keyword: string, known: ReadonlySet<string>): string => {
  if (keyword === 'nullable') return '; to allow null write type: [string, "null"]'
  const other = DRAFTS.find((draft) => KEYWORDS[draft].has(keyword))
  if (other !== undefined) return `; it is of draft ${other}`
  const nearest = nearestName(keyword, known)
  return nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`
}

/** Keywords that no draft here knows but that a validator acts on, refuses, or takes for an asynchronous schema. */
const ACTED_ON: ReadonlySet<string> = new Set(['nullable', 'id', '$async'])

const SCHEMAS: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'items',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'contentSchema',
])

const LISTS_OF_SCHEMAS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])

const MAPS_OF_SCHEMAS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

const SHARED_KEYWORDS =
  '$id $schema $ref $comment $defs definitions title description default examples readOnly writeOnly ' +
  'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format ' +
  'maxItems minItems uniqueItems items contains maxProperties minProperties required properties patternProperties ' +
  'additionalProperties propertyNames dependencies allOf anyOf oneOf not if then else contentEncoding contentMediaType'

/** What may stand beside a `$ref` of draft 07, which asks nothing of a value. */
const BESIDE_REF: ReadonlySet<string> = new Set(
  '$id $schema $ref $comment $defs definitions title description default examples readOnly writeOnly'.split(
    ' ',
  ),
)

const SINCE_2019 =
  '$anchor $vocabulary deprecated unevaluatedItems unevaluatedProperties dependentRequired dependentSchemas ' +
  'minContains maxContains contentSchema'

const setOf = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '))

const KEYWORDS: Readonly<Record<SchemaDraft, ReadonlySet<string>>> = {
  '07': setOf(SHARED_KEYWORDS, 'additionalItems'),
  '2019-09': setOf(SHARED_KEYWORDS, SINCE_2019, 'additionalItems $recursiveRef $recursiveAnchor'),
  '2020-12': setOf(SHARED_KEYWORDS, SINCE_2019, 'prefixItems $dynamicRef $dynamicAnchor'),
}

const DRAFTS: readonly SchemaDraft[] = ['2020-12', '2019-09', '07']

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

const isObject = (value: JsonValue): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const without = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
