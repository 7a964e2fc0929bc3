import { cutText } from '../grade.ts'
import { kotlinTrim, trimSpan, type Span } from '../../text/kotlin-trim.ts'
import { codePointName, showInvisible } from '../../text/visible.ts'
import { fencedBlocks, fenceContent } from './fence.ts'
import { findLastBlock, findLastValue, withoutByteOrderMark, type Extract } from './find-json.ts'
import { findJsonFaults, type JsonFault } from './json-faults.ts'

/** Why an output is not JSON, with the place in the output as it came. */
export interface ParseFailure {
  /** Counts from 1. */
  readonly line: number
  /** Counts UTF-16 units from 1. */
  readonly column: number
  /** One sentence: the kinds of fault by name, the place, what was wanted and found there, and the text around it. */
  readonly reason: string
}

/** Why `findJson` with the same arguments finds no JSON. Takes linear time and never throws. */
export const explainParseFailure = (output: string, extract: Extract): ParseFailure => {
  const offset = output.length - withoutByteOrderMark(output).length
  const text = kotlinTrim(output.slice(offset))
  if (text === '') return { line: 1, column: 1, reason: 'the output is empty; expected JSON' }
  const textStart = output.indexOf(text, offset)
  const content = fenceContent(text) ?? { start: 0, end: text.length }
  const { names, hint, fault, start } = diagnose(text, content.start, content.end, extract)
  const at = textStart + start + fault.offset
  const place = placeOf(output, at)
  const named = names.length === 0 ? '' : ` (${names.join(', ')})`
  const reason =
    `the output is not JSON${named}: line ${place.line}, column ${place.column}: ` +
    `expected ${fault.wanted}, found ${showFound(output, at, textStart + text.length)}` +
    `${showAround(output, at)}${hint}`
  return { ...place, reason }
}

interface Diagnosis {
  readonly names: readonly string[]
  /** What else to say, with its own separator. */
  readonly hint: string
  /** Where a strict reader stops, and what it wanted. */
  readonly fault: JsonFault
  /** What the fault's offset counts from. */
  readonly start: number
}

const diagnose = (text: string, start: number, end: number, extract: Extract): Diagnosis => {
  const part = text.slice(start, end)
  const faults = findJsonFaults(part)
  const [fault = { offset: 0, wanted: 'a value' }] = faults
  const own: Diagnosis = { names: namesOf(faults), hint: '', fault, start }
  if (part === '') return { ...own, names: ['an empty fence'] }
  if (!fault.around) return own
  return aroundBlock(text, extract, own) ?? aroundValue(part, own) ?? own
}

/** Words around fenced blocks. Where blocks were asked for, what is wrong in the last one matters more. */
const aroundBlock = (text: string, extract: Extract, own: Diagnosis): Diagnosis | undefined => {
  const blocks = fencedBlocks(text).flatMap((block) => contentOf(text, block))
  const last = blocks.at(-1)
  if (!last || fenceContent(text)) return undefined
  const around =
    blocks.length === 1 ? 'prose around a fenced block' : `prose around ${blocks.length} fenced blocks`
  if (extract === 'fence') {
    const hint = findLastBlock(text) ? '; extract: block would accept the last block that is JSON' : ''
    return { ...own, names: [around, ...own.names], hint }
  }
  const faults = findJsonFaults(text.slice(last.start, last.end))
  return { names: [around, ...namesOf(faults)], hint: '', fault: faults[0] ?? own.fault, start: last.start }
}

/** The part of the text that is a block's content, if it has one. */
const contentOf = (text: string, { start, end }: Span): readonly Span[] => {
  const block = trimSpan(text, start, end)
  const content = fenceContent(text.slice(block.start, block.end))
  if (!content || content.start === content.end) return []
  return [{ start: block.start + content.start, end: block.start + content.end }]
}

/** Words around a bare value, or before one that is broken. */
const aroundValue = (part: string, own: Diagnosis): Diagnosis | undefined => {
  const bracket = part.search(/[[{]/)
  if (bracket === -1) return undefined
  if (findLastValue(part)) {
    const names = own.names.length === 0 ? ['prose around the JSON'] : own.names
    return { ...own, names, hint: '; extract: value would accept the last object or array' }
  }
  const inner = namesOf(findJsonFaults(part.slice(bracket)))
  return { ...own, names: own.fault.around === 'before' ? ['prose before the JSON', ...inner] : own.names }
}

const namesOf = (faults: readonly JsonFault[]): readonly string[] =>
  faults.flatMap(({ name }) => (name === undefined ? [] : [name]))

const placeOf = (text: string, offset: number): { readonly line: number; readonly column: number } => {
  let line = 1
  let lineStart = 0
  for (const match of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
    line++
    lineStart = match.index + match[0].length
  }
  return { line, column: offset - lineStart + 1 }
}

/** What stands at the place; `end` is where the text that matters ends. */
const showFound = (text: string, offset: number, end: number): string => {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0)
  if (offset >= end) return 'the end of the output'
  if (character === '"') return `'"'`
  return /[!-~]/.test(character)
    ? `"${character}"`
    : `"${showInvisible(character)}" (${codePointName(character)})`
}

const AROUND_LENGTH = 24

/** `, in "{'city': ▶…"`: the text before and after the place, which `▶` marks. */
const showAround = (text: string, offset: number): string => {
  const from = Math.max(0, offset - AROUND_LENGTH)
  const before = text.slice(isLowSurrogate(text, from) ? from + 1 : from, offset)
  const rest = text.slice(offset)
  const after = cutText(rest, AROUND_LENGTH)
  const shown = `${from > 0 ? '…' : ''}${showInvisible(before)}▶${showInvisible(after)}${after === rest ? '' : '…'}`
  return `, in ${shown}`
}

const isLowSurrogate = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index)
  return unit >= 0xdc00 && unit <= 0xdfff
}
