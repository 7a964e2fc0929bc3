import type { JsonObject } from '../../json.ts'
import type { CaseSettings, CasesFile } from '../settings/case-settings.ts'
import type { GraderCommon, GraderSettings } from '../settings/grader-settings.ts'
import type { PromptSettings } from '../settings/prompt-settings.ts'
import type { SuiteSettings } from '../settings/suite-settings.ts'
import type { YamlNode } from '../yaml/yaml-node.ts'

/**
 * What the body of a cell says by itself, before names are looked up in other cells. Nodes keep the
 * place of everything; their offsets count in the cell's body.
 */
export type CellContent =
  | {
      readonly kind: 'device'
      readonly deviceKind: string
      readonly settings: JsonObject
      readonly thinking: 'keep' | 'strip'
      readonly node: YamlNode
    }
  | { readonly kind: 'prompt'; readonly settings: PromptSettings; readonly node: YamlNode }
  | { readonly kind: 'cases'; readonly cases: readonly ReadCase[] }
  | { readonly kind: 'casesFile'; readonly settings: CasesFile; readonly node: YamlNode }
  | { readonly kind: 'graders'; readonly graders: readonly ReadGrader[] }
  | { readonly kind: 'rubric'; readonly text: string }
  | {
      readonly kind: 'model'
      readonly modelKind: string
      readonly settings: JsonObject
      readonly node: YamlNode
    }
  | { readonly kind: 'grader'; readonly source: string; readonly language: 'ts' | 'js' }
  | { readonly kind: 'suite'; readonly settings: SuiteSettings; readonly node: YamlNode }

/** One case as it stands in a cell or a file. */
export interface ReadCase {
  readonly settings: CaseSettings
  readonly graders: readonly ReadGrader[]
  readonly node: YamlNode
}

/** One grader of a list. */
export interface ReadGrader {
  readonly settings: GraderSettings
  readonly common: GraderCommon
  /** The whole item. */
  readonly node: YamlNode
  /** The value of the grader's kind. */
  readonly settingsNode: YamlNode
}
