import type { Diagnostic, Place } from '../diagnostics.ts'
import type { Notebook } from '../notebook/notebook.ts'
import { nameHint } from '../text/name-hint.ts'
import { checkSampling, checkTemplates } from './check-templates.ts'
import { notebookParts } from './notebook-parts.ts'
import { resolveCases } from './resolve-cases.ts'
import { graderResolver } from './resolve-graders.ts'
import { schemaReader } from './resolve-schema.ts'
import type { SuiteFiles } from './suite-files.ts'
import { suiteHash } from './suite-content.ts'
import type { Device, Model, Prompt, Suite } from './suite.ts'
import type { ModelPart, Named, PromptPart, Report, SuiteParts } from './suite-parts.ts'

export interface SuiteResult {
  /**
   * What could be made of the file: parts with errors are left out, so that everything else can be
   * shown. To run it, the diagnostics must have no error. Absent where the file is none at all.
   */
  readonly suite: Suite | undefined
  /** Everything that is wrong, the notebook's own diagnostics included, in the order of the file. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Makes the suite that a notebook stands for: files read, names looked up, defaults filled in. */
export const resolveSuite = (notebook: Notebook, files: SuiteFiles): SuiteResult => {
  const { report, diagnostics } = collector([
    ...notebook.diagnostics,
    ...notebook.cells.flatMap((cell) => cell.diagnostics),
  ])
  const suite = resolveParts(notebookParts(notebook, files, report), files, report)
  return { suite, diagnostics: inOrder(diagnostics) }
}

/** Collects what is reported, with what was found before. */
export const collector = (
  before: readonly Diagnostic[],
): { readonly report: Report; readonly diagnostics: Diagnostic[] } => {
  const diagnostics = [...before]
  return {
    diagnostics,
    report: (place, message, severity = 'error') => {
      diagnostics.push({ ...place, severity, message })
    },
  }
}

/** In the order of the file; what stands in other files comes last. */
export const inOrder = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => {
  const [first] = diagnostics
  const rank = ({ file }: Diagnostic): number => (file === first?.file ? 0 : 1)
  return diagnostics.toSorted(
    (a, b) => rank(a) - rank(b) || (a.file === b.file ? a.line - b.line || a.column - b.column : 0),
  )
}

/** Looks up every name in the parts of a file, whatever its format. */
export const resolveParts = (parts: SuiteParts, files: SuiteFiles, report: Report): Suite => {
  const resolver = graderResolver(parts, schemaReader(files, parts.file, report), report)
  const taken = new Map<string, Place>()
  const graders = parts.graders.flatMap((list) => resolver.resolve(list.graders, list.placeOf, taken))
  const cases = resolveCases(parts.cases, resolver, taken, report)
  const prompts = parts.prompts.flatMap((part) => (part.value ? [buildPrompt(part, part.value)] : []))
  for (const { value, name } of parts.prompts) {
    const prompt = prompts.find((candidate) => candidate.name === name)
    if (value && prompt) checkTemplates(prompt, value, cases, report)
  }
  const devices = parts.devices.flatMap((part) => buildDevice(part, prompts, report))
  checkTags(graders, cases, report)
  const { passRule, gate, runtime, budgets, redaction } = parts.settings
  const suite = {
    title: parts.title,
    file: parts.file,
    prompts: prompts.length > 0 ? prompts : [defaultPrompt(parts.file)],
    devices,
    cases,
    graders,
    embedders: parts.embedders.flatMap(buildModel),
    judges: parts.judges.flatMap(buildModel),
    passRule,
    gate: {
      ...(gate.minPassRate !== undefined && { minPassRate: gate.minPassRate }),
      ...(gate.maxNotGraded !== undefined && { maxNotGraded: gate.maxNotGraded }),
    },
    runtime,
    ...(budgets && { budgets: withoutUndefined(budgets) }),
    ...(redaction && { redaction }),
  }
  return { ...suite, hash: suiteHash(suite) }
}

/** The object without members that are absent, as `exactOptionalPropertyTypes` has it. */
const withoutUndefined = ({
  durationMs,
  firstTokenMs,
  outputTokens,
}: NonNullable<SuiteParts['settings']['budgets']>): NonNullable<Suite['budgets']> => ({
  ...(durationMs !== undefined && { durationMs }),
  ...(firstTokenMs !== undefined && { firstTokenMs }),
  ...(outputTokens !== undefined && { outputTokens }),
})

const DEFAULT_TEMPLATE = '{{input}}'

const defaultPrompt = (file: string): Prompt => ({
  name: 'default',
  template: DEFAULT_TEMPLATE,
  attempts: 1,
  place: { file, line: 1, column: 1 },
})

const buildPrompt = ({ name, place }: Named<PromptPart>, { settings }: PromptPart): Prompt => {
  const { template, system, messages, attempts, temperature, maxTokens, seed, stop } = settings
  return {
    name,
    template: messages ? '' : (template ?? DEFAULT_TEMPLATE),
    ...(system !== undefined && { system }),
    ...(messages && { messages }),
    attempts,
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(seed !== undefined && { seed }),
    ...(stop !== undefined && { stop: typeof stop === 'string' ? [stop] : stop }),
    place,
  }
}

const buildDevice = (
  { name, place, value }: SuiteParts['devices'][number],
  prompts: readonly Prompt[],
  report: Report,
): readonly Device[] => {
  if (!value) return []
  const { kind, settings, thinking, node } = value
  checkSampling(prompts, { name, kind, node }, (message) => report(place, message, 'warning'))
  return [{ name, kind, settings, thinking, place }]
}

const buildModel = ({ name, place, value }: Named<ModelPart>): readonly Model[] =>
  value ? [{ name, kind: value.kind, settings: value.settings, place }] : []

/** A tag that no case has makes a grader grade nothing, or everything: most likely it is mistyped. */
const checkTags = (graders: Suite['graders'], cases: Suite['cases'], report: Report): void => {
  if (cases.length === 0) return
  const tags = new Set(cases.flatMap((testCase) => testCase.tags))
  for (const { name, only, except, place } of graders)
    for (const tag of [...(only ?? []), ...(except ?? [])])
      if (!tags.has(tag))
        report(
          place,
          `The grader \`${name}\` names the tag \`${tag}\`, which no case has${nameHint(tag, [...tags])}`,
          'warning',
        )
}
