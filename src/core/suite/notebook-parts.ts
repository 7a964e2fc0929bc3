import type { Place } from '../diagnostics.ts'
import type { CellContent } from '../notebook/cells/cell-content.ts'
import { placeAt, sourceOffset, type Cell, type CellKind, type Notebook } from '../notebook/notebook.ts'
import { member } from '../notebook/yaml/yaml-node.ts'
import { readCasesFile } from './cases-file.ts'
import type { SuiteFiles } from './suite-files.ts'
import type { ModelPart, Named, PlaceOf, Report, SuiteParts } from './suite-parts.ts'

type ContentOf<K extends CellContent['kind']> = Extract<CellContent, { readonly kind: K }>

/** The parts of a suite that the cells of a notebook hold. */
export const notebookParts = (notebook: Notebook, files: SuiteFiles, report: Report): SuiteParts => {
  const placeOf =
    (cell: Cell): PlaceOf =>
    (offset) =>
      placeAt(notebook, sourceOffset(cell, offset))
  const startOf = (cell: Cell): Place => placeAt(notebook, cell.start)

  /** The named cells of a kind. A second one of the same name is told of and does not count. */
  const namedCells = <T>(
    kind: CellKind,
    value: (content: CellContent, cell: Cell) => T | undefined,
  ): Named<T>[] => {
    const named = new Map<string, Named<T>>()
    for (const cell of notebook.cells) {
      const name = cell.name ?? (kind === 'prompt' ? 'default' : undefined)
      if (cell.kind !== kind || name === undefined || named.has(name)) continue
      named.set(name, { name, place: startOf(cell), value: cell.content && value(cell.content, cell) })
    }
    return [...named.values()]
  }
  const models = (kind: 'embedder' | 'judge'): Named<ModelPart>[] =>
    namedCells(kind, (content) =>
      content.kind === 'model' ? { kind: content.modelKind, settings: content.settings } : undefined,
    )
  const contents = <K extends CellContent['kind']>(kind: K): { content: ContentOf<K>; placeOf: PlaceOf }[] =>
    notebook.cells.flatMap((cell) =>
      isContent(cell.content, kind) ? [{ content: cell.content, placeOf: placeOf(cell) }] : [],
    )
  const [suite] = contents('suite')

  return {
    title: notebook.frontMatter.title ?? titleOf(notebook.file),
    file: notebook.file,
    prompts: namedCells('prompt', (content, cell) =>
      content.kind === 'prompt'
        ? { settings: content.settings, node: content.node, placeOf: placeOf(cell) }
        : undefined,
    ),
    devices: namedCells('device', (content) =>
      content.kind === 'device'
        ? {
            kind: content.deviceKind,
            settings: content.settings,
            thinking: content.thinking,
            node: content.node,
          }
        : undefined,
    ),
    embedders: models('embedder'),
    judges: models('judge'),
    rubrics: namedCells('rubric', (content) => (content.kind === 'rubric' ? content.text : undefined)),
    customs: namedCells('grader', (content, cell) =>
      content.kind === 'grader'
        ? {
            source: content.source,
            language: content.language,
            sourcePlace: placeAt(notebook, cell.bodyStart),
          }
        : undefined,
    ),
    cases: notebook.cells.flatMap((cell) => {
      const { content } = cell
      if (content?.kind === 'cases') return [{ cases: content.cases, placeOf: placeOf(cell) }]
      if (content?.kind !== 'casesFile') return []
      const at = placeOf(cell)
      const place = at((member(content.node, 'file') ?? content.node).start)
      return readCasesFile(content.settings, files, { file: notebook.file, place }, report)
    }),
    graders: contents('graders').map(({ content, placeOf: at }) => ({
      graders: content.graders,
      placeOf: at,
    })),
    settings: suite?.content.settings ?? { passRule: 'all', gate: {}, runtime: 'any' },
  }
}

const isContent = <K extends CellContent['kind']>(
  content: CellContent | undefined,
  kind: K,
): content is ContentOf<K> => content?.kind === kind

/** The file's name without its folder and endings: `tickets` for `checks/tickets.proctor.md`. */
const titleOf = (file: string): string =>
  (file.split(/[\\/]/).at(-1) ?? file).replace(/\.(?:proctor\.md|suite\.ya?ml|md|ya?ml)$/i, '')
