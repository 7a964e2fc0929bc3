import type { Diagnostic, Place } from '../diagnostics.ts'
import type { CellContent } from './cells/cell-content.ts'
import type { LineIndex } from './lines.ts'

/** What a cell is for. `unknown` is a fence whose info string is nearly one of ours. */
export type CellKind =
  | 'device'
  | 'prompt'
  | 'cases'
  | 'graders'
  | 'rubric'
  | 'embedder'
  | 'judge'
  | 'grader'
  | 'suite'
  | 'unknown'

/** The first word of an info string: how the body is written. */
export type CellLanguage = 'yaml' | 'jsonl' | 'csv' | 'md' | 'ts' | 'js'

/** A notebook file as read. Offsets count UTF-16 units of `source`, which is kept as it is. */
export interface Notebook {
  /** The path the user gave; diagnostics name it. */
  readonly file: string
  readonly source: string
  /** What new lines are written with: the ending of the file's first line. */
  readonly newline: '\n' | '\r\n' | '\r'
  readonly frontMatter: FrontMatter
  readonly cells: readonly Cell[]
  /** Everything that is neither front matter nor cell, in order; never empty stretches. */
  readonly prose: readonly Prose[]
  /** What is wrong outside cells. */
  readonly diagnostics: readonly Diagnostic[]
  readonly lines: LineIndex
}

export interface FrontMatter {
  /** From the first `-` to after the closing line; both 0 where there is none. */
  readonly start: number
  readonly end: number
  readonly title?: string
}

export interface Prose {
  readonly start: number
  readonly end: number
}

/** One fenced block that the notebook gives a meaning. */
export interface Cell {
  readonly kind: CellKind
  readonly language: CellLanguage
  /** Absent where the info string names none. */
  readonly name?: string
  /** The info string as written. */
  readonly info: string
  /** Where the info string starts. */
  readonly infoStart: number
  /** The first character of the opening line, its indentation included. */
  readonly start: number
  /** After the line break of the closing line. */
  readonly end: number
  /** After the line break of the opening line. */
  readonly bodyStart: number
  /** The first character of the closing line; the end of the file where the fence is not closed. */
  readonly bodyEnd: number
  /** The run of backticks or tildes that opens the fence. */
  readonly fence: string
  /** Spaces before the fence, 0–3; as many are taken off each line of the body. */
  readonly indent: number
  /** The body without the fence's indentation; line endings as in the file. */
  readonly body: string
  /** Where indentation was taken off: from this offset of the body on, that many characters in all. */
  readonly dedents: readonly Dedent[]
  /** What the body says, as far as it could be read. */
  readonly content: CellContent | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export interface Dedent {
  readonly at: number
  readonly removed: number
}

/** The offset in the file of an offset in a cell's body. */
export const sourceOffset = (
  { bodyStart, dedents }: Pick<Cell, 'bodyStart' | 'dedents'>,
  offset: number,
): number => {
  const before = dedents.findLast(({ at }) => at <= offset)
  return bodyStart + offset + (before?.removed ?? 0)
}

/** The place of an offset of the notebook's file. */
export const placeAt = ({ file, lines }: Pick<Notebook, 'file' | 'lines'>, offset: number): Place => ({
  file,
  ...lines.at(offset),
})
