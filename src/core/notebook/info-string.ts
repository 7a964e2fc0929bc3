import { typingDistance } from '../text/nearest-name.ts'
import type { CellKind, CellLanguage } from './notebook.ts'

type KnownKind = Exclude<CellKind, 'unknown'>

interface Shape {
  readonly languages: readonly CellLanguage[]
  /** Whether the info string carries a name. */
  readonly name: 'required' | 'optional' | 'none'
}

const SHAPES: Readonly<Record<KnownKind, Shape>> = {
  device: { languages: ['yaml'], name: 'required' },
  prompt: { languages: ['yaml'], name: 'optional' },
  cases: { languages: ['yaml', 'jsonl', 'csv'], name: 'none' },
  graders: { languages: ['yaml'], name: 'none' },
  rubric: { languages: ['md'], name: 'required' },
  embedder: { languages: ['yaml'], name: 'required' },
  judge: { languages: ['yaml'], name: 'required' },
  grader: { languages: ['ts', 'js'], name: 'required' },
  suite: { languages: ['yaml'], name: 'none' },
}

const LANGUAGES: Readonly<Record<string, CellLanguage>> = {
  yaml: 'yaml',
  yml: 'yaml',
  json: 'jsonl',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  csv: 'csv',
  md: 'md',
  markdown: 'md',
  ts: 'ts',
  typescript: 'ts',
  js: 'js',
  javascript: 'js',
}

/** What an info string says. `undefined` from `readInfo` means a fenced block that is no cell. */
export interface Info {
  readonly kind: CellKind
  readonly language: CellLanguage
  readonly name?: string
  readonly problem?: string
}

const KINDS: readonly KnownKind[] = Object.entries(SHAPES).flatMap(([kind]) => (isKind(kind) ? [kind] : []))

function isKind(word: string): word is KnownKind {
  return Object.hasOwn(SHAPES, word)
}

/** Reads the info string of a fenced block. A block that is nearly a cell is one of kind `unknown`, with its problem. */
export const readInfo = (info: string): Info | undefined => {
  const [languageWord = '', kindWord = '', ...names] = info.split(/[ \t]+/)
  const language = LANGUAGES[languageWord.toLowerCase()]
  if (!language || kindWord === '') return undefined
  if (isKind(kindWord) && SHAPES[kindWord].languages.some((known) => known === languageWord))
    return named(kindWord, language, names)
  return nearMiss(languageWord, language, kindWord, names)
}

const named = (kind: KnownKind, language: CellLanguage, names: readonly string[]): Info => {
  const [name] = names
  const rule = SHAPES[kind].name
  if (name === undefined)
    return rule === 'required'
      ? { kind, language, problem: `A ${kind} cell needs a name: \`${language} ${kind} NAME\`.` }
      : { kind, language }
  if (rule === 'none')
    return { kind, language, problem: `A ${kind} cell takes no name; found \`${names.join(' ')}\`.` }
  if (names.length > 1)
    return {
      kind,
      language,
      name,
      problem: `A name is one word; found \`${names.join(' ')}\`. Write, for example, \`${language} ${kind} ${names.join('-')}\`.`,
    }
  return { kind, language, name }
}

const fits = (kind: KnownKind, language: CellLanguage, names: readonly string[]): boolean =>
  SHAPES[kind].languages.includes(language) && names.length > 0 === (SHAPES[kind].name === 'required')

/** A block whose second word is, or is close to, a cell's kind: the author meant a cell. */
const nearMiss = (
  languageWord: string,
  language: CellLanguage,
  kindWord: string,
  names: readonly string[],
): Info | undefined => {
  const word = kindWord.toLowerCase()
  const near = KINDS.map((kind) => ({ kind, distance: typingDistance(word, kind) }))
    .filter(({ kind, distance }) => distance <= Math.floor(Math.min(word.length, kind.length) / 3))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ kind }) => kind)
  const fitting = near.find((kind) => fits(kind, language, names)) ?? near[0]
  if (!fitting) return undefined
  const shape = SHAPES[fitting]
  const right = shape.languages.includes(language) ? language : (shape.languages[0] ?? language)
  const suggestion = [right, fitting, ...(shape.name === 'none' ? [] : names)].join(' ')
  const found = [languageWord, kindWord, ...names].join(' ')
  return {
    kind: 'unknown',
    language,
    ...(names[0] !== undefined && { name: names[0] }),
    problem: `\`${found}\` is no cell; did you mean \`${suggestion}\`?`,
  }
}
