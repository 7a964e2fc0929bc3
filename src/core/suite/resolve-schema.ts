import type { JsonValue } from '../json.ts'
import { lineIndex } from '../notebook/lines.ts'
import { MERGE_MARKER_MESSAGE, findMergeMarker } from '../notebook/merge-markers.ts'
import { parseJson } from '../notebook/yaml/read-json-line.ts'
import { readYaml } from '../notebook/yaml/read-yaml.ts'
import { toJson } from '../notebook/yaml/yaml-node.ts'
import type { Place } from '../diagnostics.ts'
import { fileProblem, folderOf, joinPath, type SuiteFiles } from './suite-files.ts'
import type { Report } from './suite-parts.ts'

/** A schema and the files that its `$ref`s reach, by the name that the schema uses for them. */
export interface ResolvedSchema {
  readonly schema: JsonValue
  readonly files: Readonly<Record<string, JsonValue>>
}

export interface SchemaReader {
  /** Reads a schema file and what it refers to; `undefined` where there was a problem, which is reported. */
  readonly readFile: (path: string, place: Place) => ResolvedSchema | undefined
  /** The same for a schema that stands in the suite itself. */
  readonly resolve: (schema: JsonValue, place: Place) => ResolvedSchema
}

/**
 * Reads schemas from files beside the suite, never from the network. A schema's own file that cannot be read is an
 * error. A `$ref` that leads nowhere is a warning: such a schema does not compile and grades nothing, and the rest of
 * the run is worth having. Each file is read once as either.
 *
 * @param suiteFile the suite's own path, for the places of what is wrong in a schema file
 */
export const schemaReader = (files: SuiteFiles, suiteFile: string, report: Report): SchemaReader => {
  const cache = new Map<string, JsonValue | undefined>()

  const load = (path: string, place: Place, ref?: string): JsonValue | undefined => {
    const severity = ref === undefined ? 'error' : 'warning'
    const key = `${severity} ${path}`
    if (cache.has(key)) return cache.get(key)
    const read = files.read(path)
    const from = ref === undefined ? '' : `The schema's \`$ref\` is \`${ref}\`. `
    let schema: JsonValue | undefined
    if (!read.ok) report(place, `${from}${fileProblem(path, read.problem)}`, severity)
    else {
      const parsed = parseSchemaText(path, read.text.replace(/^\uFEFF/, ''))
      if (parsed.ok) schema = parsed.value
      else {
        const file = joinPath(folderOf(suiteFile), path)
        report({ file, ...lineIndex(read.text).at(parsed.offset) }, parsed.message, severity)
      }
    }
    cache.set(key, schema)
    return schema
  }

  const withFiles = (schema: JsonValue, folder: string, place: Place): ResolvedSchema => {
    const found = new Map<string, JsonValue>()
    const ids = new Set(idsOf(schema))
    const visit = (current: JsonValue, base: string): void => {
      for (const ref of refsOf(current)) {
        const target = ref.split('#', 1)[0] ?? ''
        if (target === '' || ids.has(target) || isMetaSchema(target)) continue
        if (/^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith('//')) {
          report(place, foreignRef(ref, target), 'warning')
          continue
        }
        const name = joinPath(base, decodePath(target))
        if (found.has(name)) continue
        const loaded = load(joinPath(folder, name), place, ref)
        if (loaded === undefined) continue
        found.set(name, loaded)
        for (const id of idsOf(loaded)) ids.add(id)
        visit(loaded, folderOf(name))
      }
    }
    visit(schema, '')
    return { schema, files: Object.fromEntries(found) }
  }

  return {
    readFile: (path, place) => {
      const schema = load(joinPath('', path), place)
      return schema === undefined ? undefined : withFiles(schema, folderOf(joinPath('', path)), place)
    },
    resolve: (schema, place) => withFiles(schema, '', place),
  }
}

const foreignRef = (ref: string, target: string): string =>
  /^(?:https?:)?\/\//i.test(target)
    ? `The schema's \`$ref\` is \`${ref}\`, which is on the network; save that schema beside this one and refer to the file.`
    : `The schema's \`$ref\` is \`${ref}\`, which nothing here is named; refer to a file beside the schema or to \`#/$defs/…\`.`

const isMetaSchema = (target: string): boolean => /^https?:\/\/json-schema\.org\/draft/.test(target)

const decodePath = (target: string): string => {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['const', 'enum', 'default', 'examples'])

function* schemasIn(value: JsonValue): Generator<Readonly<Record<string, JsonValue>>> {
  if (value === null || typeof value !== 'object') return
  if (isList(value)) {
    for (const item of value) yield* schemasIn(item)
    return
  }
  yield value
  for (const [key, inner] of Object.entries(value)) if (!DATA.has(key)) yield* schemasIn(inner)
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

function* refsOf(schema: JsonValue): Generator<string> {
  for (const object of schemasIn(schema))
    for (const key of ['$ref', '$dynamicRef']) if (typeof object[key] === 'string') yield object[key]
}

function* idsOf(schema: JsonValue): Generator<string> {
  for (const object of schemasIn(schema))
    for (const key of ['$id', 'id']) {
      const id = object[key]
      if (typeof id === 'string' && id !== '') yield id.replace(/#$/, '')
    }
}

type Parsed =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly offset: number; readonly message: string }

const parseSchemaText = (path: string, text: string): Parsed => {
  const marker = findMergeMarker(text)
  if (marker !== undefined) return { ok: false, offset: marker, message: MERGE_MARKER_MESSAGE }
  if (!/\.ya?ml$/i.test(path)) {
    const parsed = parseJson(text)
    return parsed.ok ? schemaOr(parsed.value) : { ok: false, ...parsed.problem }
  }
  const { node, problems } = readYaml(text)
  const [problem] = problems
  if (problem) return { ok: false, ...problem }
  return schemaOr(node ? toJson(node) : null)
}

const schemaOr = (value: JsonValue): Parsed =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null && !isList(value))
    ? { ok: true, value }
    : { ok: false, offset: 0, message: 'Expected a JSON Schema: an object, true or false.' }
