import type { Diagnostic, Place } from '../diagnostics.ts'
import type { JsonObject } from '../json.ts'
import type { ReadCase, ReadGrader } from '../notebook/cells/cell-content.ts'
import type { PromptSettings } from '../notebook/settings/prompt-settings.ts'
import type { SuiteSettings } from '../notebook/settings/suite-settings.ts'
import type { YamlNode } from '../notebook/yaml/yaml-node.ts'

/** The place of an offset in the text that a part was read from. */
export type PlaceOf = (offset: number) => Place

/** Adds a diagnostic. */
export type Report = (place: Place, message: string, severity?: Diagnostic['severity']) => void

/** A thing that others name; `value` is absent where its own cell is broken and told of there. */
export interface Named<T> {
  readonly name: string
  readonly place: Place
  readonly value: T | undefined
}

export interface CustomSource {
  readonly source: string
  readonly language: 'ts' | 'js'
  readonly sourcePlace: Place
}

export interface PromptPart {
  readonly settings: PromptSettings
  readonly node: YamlNode
  readonly placeOf: PlaceOf
}

export interface DevicePart {
  readonly kind: string
  readonly settings: JsonObject
  readonly thinking: 'keep' | 'strip'
  readonly node: YamlNode
}

export interface ModelPart {
  readonly kind: string
  readonly settings: JsonObject
}

/** What a file says, in whichever format, before names are looked up. The two formats differ no further than this. */
export interface SuiteParts {
  readonly title: string
  readonly file: string
  readonly prompts: readonly Named<PromptPart>[]
  readonly devices: readonly Named<DevicePart>[]
  readonly embedders: readonly Named<ModelPart>[]
  readonly judges: readonly Named<ModelPart>[]
  readonly rubrics: readonly Named<string>[]
  readonly customs: readonly Named<CustomSource>[]
  readonly cases: readonly { readonly cases: readonly ReadCase[]; readonly placeOf: PlaceOf }[]
  readonly graders: readonly { readonly graders: readonly ReadGrader[]; readonly placeOf: PlaceOf }[]
  readonly settings: SuiteSettings
}
