import type { Place } from '../diagnostics.ts'
import { readGraders } from '../notebook/cells/read-grader.ts'
import { readCaseNodes } from '../notebook/cells/read-cases.ts'
import { readKind, type KindSettings } from '../notebook/cells/read-kind.ts'
import { lineIndex } from '../notebook/lines.ts'
import { MERGE_MARKER_MESSAGE, findMergeMarker } from '../notebook/merge-markers.ts'
import { describeNode } from '../notebook/settings/describe-issue.ts'
import { DEVICE_SCHEMAS } from '../notebook/settings/device-settings.ts'
import { EMBEDDER_SCHEMAS, JUDGE_SCHEMAS } from '../notebook/settings/model-settings.ts'
import { promptSettingsSchema } from '../notebook/settings/prompt-settings.ts'
import { readSettings, type ReadContext } from '../notebook/settings/read-settings.ts'
import {
  isNull,
  member,
  nodeAlong,
  type MapNode,
  type Problem,
  type YamlNode,
} from '../notebook/yaml/yaml-node.ts'
import { collector, inOrder, resolveParts, type SuiteResult } from './resolve-suite.ts'
import { readFrame } from './suite-frame.ts'
import { NO_FILES, type SuiteFiles } from './suite-files.ts'
import { suiteFrameSchema, type SuiteLock } from './suite-file-schema.ts'
import type { ModelPart, Named, PlaceOf, PromptPart, SuiteParts } from './suite-parts.ts'

export interface SuiteFileResult extends SuiteResult {
  /** What was true when the suite was exported. */
  readonly lock?: SuiteLock
}

/**
 * Reads a suite file.
 *
 * @param files for what a suite written by hand refers to; an exported one needs none
 */
export const parseSuiteFile = (
  source: string,
  file: string,
  files: SuiteFiles = NO_FILES,
): SuiteFileResult => {
  const lines = lineIndex(source)
  const placeOf = (offset: number): Place => ({ file, ...lines.at(offset) })
  const problems: Problem[] = []
  const { report, diagnostics } = collector([])
  const finish = (): void => {
    for (const { offset, message, severity } of problems) report(placeOf(offset), message, severity)
  }
  const marker = findMergeMarker(source)
  if (marker !== undefined) {
    report(placeOf(marker), MERGE_MARKER_MESSAGE)
    return { suite: undefined, diagnostics }
  }
  const { root, caseNodes } = readFrame(source, problems)
  const context = { text: source, problems }
  if (!root) {
    if (problems.length === 0) problems.push({ offset: 0, message: NO_SUITE })
    finish()
    return { suite: undefined, diagnostics }
  }
  const frame = readSettings(suiteFrameSchema, root, context)
  const lists = suiteLists(root, context, placeOf)
  const cases = [{ cases: readCaseNodes(caseNodes, context), placeOf }]
  finish()
  if (!frame) return { suite: undefined, diagnostics: inOrder(diagnostics) }
  const { suite: title, passRule, gate, runtime, budgets, redaction, lock } = frame
  const customs = Object.entries(frame.customGraders ?? {}).map(
    ([name, { source: code, language, from }]) => {
      const { start, sourceStart } = customPlaces(root, name)
      const sourcePlace = from === undefined ? placeOf(sourceStart) : placeWritten(from)
      return { name, place: placeOf(start), value: { source: code, language, sourcePlace } }
    },
  )
  const parts: SuiteParts = {
    title,
    file,
    ...lists,
    rubrics: [],
    customs,
    cases,
    settings: { passRule, gate, runtime, budgets, redaction },
  }
  const suite = resolveParts(parts, files, report)
  return { suite, diagnostics: inOrder(diagnostics), ...(lock && { lock }) }
}

const NO_SUITE =
  'This is no suite file; expected a YAML map that begins with `proctor: 1` and `suite: TITLE`.'

/** The place that `FILE:LINE` says. */
const placeWritten = (from: string): Place => {
  const colon = from.lastIndexOf(':')
  return { file: from.slice(0, colon), line: Number(from.slice(colon + 1)), column: 1 }
}

/** Where a custom grader stands, and where the first line of its code does. */
const customPlaces = (
  root: MapNode,
  name: string,
): { readonly start: number; readonly sourceStart: number } => {
  const entry = nodeAlong(root, ['customGraders', name])
  const code = member(entry, 'source')
  return { start: entry.start, sourceStart: code ? codeStart(code) : entry.start }
}

/** The code of a block begins on the line after its header. */
const codeStart = (code: YamlNode): number =>
  code.type === 'scalar' && code.style === 'block' ? code.start + BLOCK_HEADER : code.start

const BLOCK_HEADER = '|-\n'.length

type Lists = Pick<SuiteParts, 'prompts' | 'devices' | 'embedders' | 'judges' | 'graders'>

const suiteLists = (root: MapNode, context: ReadContext, placeOf: PlaceOf): Lists => {
  const entries = <T>(key: string, read: (node: MapNode) => T | undefined): Named<T>[] =>
    namedEntries(member(root, key), key, read, context, placeOf)
  const model =
    (what: string, schemas: Parameters<typeof readKind>[1]) =>
    (node: MapNode): ModelPart | undefined =>
      readKind(what, schemas, node, context)
  const graders = member(root, 'graders')
  return {
    prompts: entries('prompts', (node): PromptPart | undefined => {
      const settings = readSettings(promptSettingsSchema, node, context)
      return settings && { settings, node, placeOf }
    }),
    devices: entries('devices', (node) => {
      const read = readKind('device', DEVICE_SCHEMAS, node, context)
      return read && { ...devicePart(read), node }
    }),
    embedders: entries('embedders', model('embedder', EMBEDDER_SCHEMAS)),
    judges: entries('judges', model('judge', JUDGE_SCHEMAS)),
    graders: graders ? [{ graders: readGraders(graders, context), placeOf }] : [],
  }
}

const devicePart = ({ kind, settings: { thinking, ...settings } }: KindSettings) => ({
  kind,
  settings,
  thinking: thinking === 'strip' ? ('strip' as const) : ('keep' as const),
})

/** A list whose entries carry their names. */
const namedEntries = <T>(
  list: YamlNode | undefined,
  key: string,
  read: (node: MapNode) => T | undefined,
  { problems }: ReadContext,
  placeOf: PlaceOf,
): Named<T>[] => {
  if (!list || isNull(list)) return []
  if (list.type !== 'list') {
    problems.push({ offset: list.start, message: `\`${key}\` is ${describeNode(list)}; expected a list.` })
    return []
  }
  const seen = new Set<string>()
  return list.items.flatMap((item) => {
    const name = member(item, 'name')
    if (item.type !== 'map' || name?.type !== 'scalar' || name.text === '') {
      problems.push({ offset: item.start, message: `Expected an entry with a \`name\` in \`${key}\`.` })
      return []
    }
    if (seen.has(name.text)) {
      problems.push({ offset: name.start, message: `The name \`${name.text}\` stands twice in \`${key}\`.` })
      return []
    }
    seen.add(name.text)
    const rest = { ...item, entries: item.entries.filter((entry) => entry.key.text !== 'name') }
    return [{ name: name.text, place: placeOf(item.start), value: read(rest) }]
  })
}
