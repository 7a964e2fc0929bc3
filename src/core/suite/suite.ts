import type { Place } from '../diagnostics.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { canonicalJson } from '../json.ts'

/**
 * What a notebook or a suite file says once it is read: every reference resolved, every default
 * filled in. Everything that grades, runs or exports works from this and never from the file.
 */
export interface Suite {
  /** The title in the front matter, else the file's name without its ending. */
  readonly title: string
  /** The path the user gave. */
  readonly file: string
  /** Hash of the parsed content: formatting, comments and line endings do not change it. */
  readonly hash: string
  /** At least one; the first is the default. A file without a prompt cell has the plain `{{input}}`, named `default`. */
  readonly prompts: readonly Prompt[]
  /** The first is the default. Empty where the file names none: then only `grade` works. */
  readonly devices: readonly Device[]
  readonly cases: readonly Case[]
  /** The graders of every case. A case may add its own. */
  readonly graders: readonly Grader[]
  readonly embedders: readonly Model[]
  readonly judges: readonly Model[]
  readonly passRule: PassRule
  readonly gate: Gate
  readonly runtime: 'kotlin' | 'any'
  readonly budgets?: Budgets
  /** Patterns, in the syntax of java.util.regex, whose matches reports do not show. */
  readonly redaction?: readonly string[]
}

/** Limits on what an attempt may take: medians over a run. */
export interface Budgets {
  readonly durationMs?: number
  readonly firstTokenMs?: number
  readonly outputTokens?: number
}

/** How the verdicts of a case's attempts add up: all must pass, any one, or at least a share of the graded ones (0…1). */
export type PassRule = 'all' | 'any' | { readonly atLeast: number }

/** What CI asks of a run. Rates are shares of cases, 0…1. */
export interface Gate {
  readonly minPassRate?: number
  readonly maxNotGraded?: number
}

export interface Message {
  readonly role: string
  /** A template. */
  readonly content: string
}

export interface Prompt {
  /** `default` for the cell without a name. */
  readonly name: string
  /** The template, where `messages` are not given. */
  readonly template: string
  readonly system?: string
  readonly messages?: readonly Message[]
  /** Attempts of each case, 1 or more. A case's own number wins. */
  readonly attempts: number
  readonly temperature?: number
  readonly maxTokens?: number
  readonly seed?: number
  readonly stop?: readonly string[]
  readonly place: Place
}

/** A device, with its kind's settings as the file has them, checked against that kind's schema. */
export interface Device {
  readonly name: string
  readonly kind: string
  readonly settings: JsonObject
  /** Whether graders see a leading reasoning block. */
  readonly thinking: 'keep' | 'strip'
  readonly place: Place
}

/** An embedder or a judge, with its kind's settings. */
export interface Model {
  readonly name: string
  readonly kind: string
  readonly settings: JsonObject
  readonly place: Place
}

export interface Case {
  readonly id: string
  /** Exactly one of `input`, `vars` and `messages` says what is asked. */
  readonly input?: string
  readonly vars?: Readonly<Record<string, string>>
  readonly messages?: readonly Message[]
  /** The expected value. Absent is not the same as the empty text. */
  readonly expect?: string
  readonly tags: readonly string[]
  /** This case's own graders, added to the suite's. */
  readonly graders: readonly Grader[]
  readonly attempts?: number
  readonly attachments: readonly string[]
  readonly notes?: string
  readonly place: Place
}

interface GraderBase {
  /** Unique within the graders that apply to one case. */
  readonly name: string
  /** Applies only to cases with one of these tags, where given. */
  readonly only?: readonly string[]
  /** Does not apply to cases with one of these tags. */
  readonly except?: readonly string[]
  readonly place: Place
}

export interface ExactMatchGrader extends GraderBase {
  readonly kind: 'exactMatch'
  readonly ignoreCase: boolean
}

export type RegexFlag =
  | 'IGNORE_CASE'
  | 'MULTILINE'
  | 'DOT_MATCHES_ALL'
  | 'COMMENTS'
  | 'LITERAL'
  | 'UNIX_LINES'

export interface RegexGrader extends GraderBase {
  readonly kind: 'regex'
  /** In the syntax of java.util.regex. */
  readonly pattern: string
  readonly flags: readonly RegexFlag[]
}

export interface JsonSchemaGrader extends GraderBase {
  readonly kind: 'jsonSchema'
  /** A schema: an object, true or false. */
  readonly schema: JsonValue
  /** The files that `$ref`s in the schema reach, by the name that the schema uses for them. */
  readonly files: Readonly<Record<string, JsonValue>>
  readonly decoder: 'json' | 'kotlinx'
  readonly extract: 'fence' | 'block' | 'value'
}

export interface SemanticSimilarityGrader extends GraderBase {
  readonly kind: 'semanticSimilarity'
  /** The embedder's name; `builtin` needs no cell. */
  readonly embedder: string
  /** −1…1. */
  readonly threshold: number
}

export interface LlmJudgeGrader extends GraderBase {
  readonly kind: 'llmJudge'
  /** The judge's name. */
  readonly judge: string
  /** The text itself, wherever it stood. */
  readonly rubric: string
  readonly reference: boolean
  readonly repeats: number
  readonly repair: boolean
}

export interface CustomGrader extends GraderBase {
  readonly kind: 'custom'
  /** The name of the grader's cell. */
  readonly grader: string
  readonly source: string
  readonly language: 'ts' | 'js'
  readonly timeoutMs: number
  /** Where the first line of `source` stands, so that an error can name the line in the user's file. */
  readonly sourcePlace: Place
}

export type Grader =
  | ExactMatchGrader
  | RegexGrader
  | JsonSchemaGrader
  | SemanticSimilarityGrader
  | LlmJudgeGrader
  | CustomGrader

/**
 * What is asked in a case, as one text: its input, else its vars as JSON with sorted keys, else its
 * messages as JSON. Judges, custom graders and made ids all take this.
 */
export const inputText = (testCase: Pick<Case, 'input' | 'vars' | 'messages'>): string => {
  if (testCase.input !== undefined) return testCase.input
  if (testCase.vars) return canonicalJson(testCase.vars)
  return JSON.stringify((testCase.messages ?? []).map(({ role, content }) => ({ role, content })))
}

/** The graders that apply to a case: the suite's and its own, less those its tags exclude. */
export const gradersOf = (suite: Pick<Suite, 'graders'>, testCase: Case): readonly Grader[] => {
  const applies = ({ only, except }: Grader): boolean =>
    (!only || only.some((tag) => testCase.tags.includes(tag))) &&
    !except?.some((tag) => testCase.tags.includes(tag))
  return [...suite.graders, ...testCase.graders].filter(applies)
}
