import type { Place } from '../diagnostics.ts'
import type { JsonValue } from '../json.ts'
import type { ReadGrader } from '../notebook/cells/cell-content.ts'
import { jsonOf } from '../notebook/json-of.ts'
import { nameHint } from '../text/name-hint.ts'
import type { GraderSettings } from '../notebook/settings/grader-settings.ts'
import { keyNode, member, nodeAlong, type YamlNode } from '../notebook/yaml/yaml-node.ts'
import type { SchemaReader } from './resolve-schema.ts'
import type { Grader } from './suite.ts'
import type { CustomSource, ModelPart, Named, PlaceOf, Report, SuiteParts } from './suite-parts.ts'

/** Resolves graders against the other parts of a suite. */
export interface GraderResolver {
  /**
   * @param taken the names of graders that apply beside these; the new names are added
   * @returns the graders that could be resolved; of the others it is reported why not
   */
  readonly resolve: (
    graders: readonly ReadGrader[],
    placeOf: PlaceOf,
    taken: Map<string, Place>,
  ) => readonly Grader[]
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** What is particular to a kind of grader. */
type OwnPart = DistributiveOmit<Grader, 'name' | 'only' | 'except' | 'place'>

interface Context {
  readonly parts: Pick<SuiteParts, 'embedders' | 'judges' | 'rubrics' | 'customs' | 'settings'>
  readonly schemas: SchemaReader
  readonly report: Report
}

export const graderResolver = (
  parts: Context['parts'],
  schemas: SchemaReader,
  report: Report,
): GraderResolver => {
  const context: Context = { parts, schemas, report }
  return {
    resolve: (graders, placeOf, taken) => {
      claimGivenNames(graders, placeOf, taken, report)
      return graders.flatMap((read) => {
        const place = placeOf(read.node.start)
        const name = read.common.name ?? freeName(baseName(read.settings), taken, place)
        const own = ownPart(read, placeOf, context)
        if (!own) return []
        const { only, except } = read.common
        return [{ ...own, name, ...(only && { only }), ...(except && { except }), place }]
      })
    },
  }
}

const claimGivenNames = (
  graders: readonly ReadGrader[],
  placeOf: PlaceOf,
  taken: Map<string, Place>,
  report: Report,
): void => {
  for (const { common, node } of graders) {
    if (common.name === undefined) continue
    const earlier = taken.get(common.name)
    const place = placeOf(member(node, 'name')?.start ?? node.start)
    if (earlier)
      report(
        place,
        `There is already a grader named \`${common.name}\`, in line ${earlier.line}; names are unique.`,
      )
    else taken.set(common.name, place)
  }
}

const baseName = (settings: GraderSettings): string =>
  settings.kind === 'custom' ? settings.value.grader : settings.kind

/** The name itself, else with ` 2`, ` 3` …; it is taken from then on. */
export const freeName = (base: string, taken: Map<string, Place>, place: Place): string => {
  let name = base
  for (let count = 2; taken.has(name); count++) name = `${base} ${count}`
  taken.set(name, place)
  return name
}

const ownPart = (read: ReadGrader, placeOf: PlaceOf, context: Context): OwnPart | undefined => {
  const { settings, settingsNode } = read
  switch (settings.kind) {
    case 'exactMatch':
    case 'regex':
      return settings.kind === 'exactMatch'
        ? { kind: 'exactMatch', ...settings.value }
        : { kind: 'regex', ...settings.value }
    case 'jsonSchema':
      return jsonSchemaPart(settings.value, settingsNode, placeOf, context)
    case 'semanticSimilarity': {
      const { embedder, threshold } = settings.value
      const place = placeOf(nodeAlong(settingsNode, ['embedder']).start)
      const known = embedder === 'builtin' || named(context, 'embedder', embedder, place)
      return known ? { kind: 'semanticSimilarity', embedder, threshold } : undefined
    }
    case 'llmJudge': {
      const { rubric, judge, ...rest } = settings.value
      const judgeName = judgeOf(judge, placeOf(nodeAlong(settingsNode, ['judge']).start), context)
      const text =
        typeof rubric === 'string'
          ? rubric
          : named(context, 'rubric', rubric.cell, placeOf(nodeAlong(settingsNode, ['rubric', 'cell']).start))
      return judgeName === undefined || text === undefined
        ? undefined
        : { kind: 'llmJudge', judge: judgeName, rubric: text, ...rest }
    }
    case 'custom': {
      const { grader, timeoutMs } = settings.value
      const source = named(context, 'grader', grader, placeOf(nodeAlong(settingsNode, ['grader']).start))
      return source && { kind: 'custom', grader, timeoutMs, ...source }
    }
  }
}

interface Kinds {
  embedder: ModelPart
  judge: ModelPart
  rubric: string
  grader: CustomSource
}

const listsOf = ({ parts }: Context): { readonly [K in keyof Kinds]: readonly Named<Kinds[K]>[] } => ({
  embedder: parts.embedders,
  judge: parts.judges,
  rubric: parts.rubrics,
  grader: parts.customs,
})

const CELLS: Readonly<Record<keyof Kinds, string>> = {
  embedder: 'yaml embedder',
  judge: 'yaml judge',
  rubric: 'md rubric',
  grader: 'ts grader',
}

/** What a name stands for; reported where there is no such name, silent where its own cell is broken. */
const named = <K extends keyof Kinds>(
  context: Context,
  kind: K,
  name: string,
  place: Place,
): Kinds[K] | undefined => {
  const list = listsOf(context)[kind]
  const found = list.find((entry) => entry.name === name)
  if (found) return found.value
  const names = list.map((entry) => entry.name)
  const known = kind === 'embedder' ? ['builtin', ...names] : names
  const hint = known.length === 0 ? `; add a cell \`${CELLS[kind]} ${name}\`.` : nameHint(name, known)
  context.report(place, `Unknown ${kind === 'grader' ? 'custom grader' : kind} \`${name}\`${hint}`)
  return undefined
}

const judgeOf = (name: string | undefined, place: Place, context: Context): string | undefined => {
  const wanted = name ?? context.parts.judges[0]?.name
  if (wanted === undefined) {
    context.report(place, 'The llmJudge grader needs a judge; add a cell `yaml judge NAME`.')
    return undefined
  }
  return named(context, 'judge', wanted, place) && wanted
}

const jsonSchemaPart = (
  value: Extract<GraderSettings, { kind: 'jsonSchema' }>['value'],
  node: YamlNode,
  placeOf: PlaceOf,
  { parts, schemas }: Context,
): OwnPart | undefined => {
  const { schema, file, extract } = value
  const place = placeOf(
    (member(node, 'file') ?? member(node, 'schema') ?? keyNode(node, '$ref') ?? node).start,
  )
  const given = value.files
  const resolved =
    file !== undefined
      ? schemas.readFile(file, place)
      : given
        ? { schema: jsonOf(schema), files: jsonFiles(given) }
        : schemas.resolve(jsonOf(schema), place)
  const decoder = value.decoder ?? (parts.settings.runtime === 'kotlin' ? 'kotlinx' : 'json')
  return resolved && { kind: 'jsonSchema', ...resolved, decoder, extract }
}

const jsonFiles = (files: Readonly<Record<string, unknown>>): Readonly<Record<string, JsonValue>> =>
  Object.fromEntries(Object.entries(files).map(([name, schema]) => [name, jsonOf(schema)]))
