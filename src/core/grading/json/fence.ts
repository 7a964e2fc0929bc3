import { trimSpan, type Span } from '../../text/kotlin-trim.ts'
import { parseJson } from './parse-json.ts'

/**
 * The content of a text that is one Markdown fence and nothing else: three or more backticks or tildes, any
 * info string, closed at the very end by a run at least as long (on its own line or right after the content), or
 * never closed. Undefined for any other text: one without a fence, with words around it, or with two fences.
 * The text is to be trimmed; so is the content.
 */
export const unwrapFence = (text: string): string | undefined => {
  const span = fenceContent(text)
  return span && text.slice(span.start, span.end)
}

/** The same as `unwrapFence`, as a part of the text. */
export const fenceContent = (text: string): Span | undefined => {
  const opener = runLength(text, 0)
  if (opener < SHORTEST_RUN) return undefined
  const end = contentEnd(text, opener)
  if (hasFenceInside(text, opener, end)) return undefined
  return trimSpan(text, contentStart(text, opener, end), end)
}

const SHORTEST_RUN = 3

/** How many backticks, or tildes, stand in a row from `start` on. */
const runLength = (text: string, start: number): number => {
  const character = text.charAt(start)
  if (character !== '`' && character !== '~') return 0
  let end = start + 1
  while (text.charAt(end) === character) end++
  return end - start
}

/** Where the closing run begins, or the text's end where there is none. */
const contentEnd = (text: string, opener: number): number => {
  let end = text.length
  while (end > opener && text.charAt(end - 1) === text.charAt(0)) end--
  return text.length - end >= opener ? end : text.length
}

/**
 * Whether a run that could open or close a fence stands between the outer ones, at the start or the end of a line.
 * No JSON text has one there: a string has no raw line break, and outside strings there are no backticks.
 */
const hasFenceInside = (text: string, opener: number, end: number): boolean => {
  const fence = text.slice(0, opener)
  let at = text.indexOf(fence, opener)
  while (at !== -1 && at < end) {
    const after = at + runLength(text, at)
    if (startsLine(text, at) || (endsLine(text, after) && after < end)) return true
    at = text.indexOf(fence, after)
  }
  return false
}

/**
 * Where the content begins: after the opening line, which is an info string, or on it. Content is on it where
 * there is no other line, and where a bracket opens after the first word that the line does not close
 * (`{.json}` is an attribute; `{"a":` is not).
 */
const contentStart = (text: string, opener: number, end: number): number => {
  const lineEnd = Math.min(lineEndAfter(text, opener), end)
  const line = text.slice(opener, lineEnd)
  const afterWord = opener + infoWordLength(line)
  if (lineEnd === end) return isJson(text, opener, end) ? opener : afterWord
  const rest = text.slice(afterWord, lineEnd)
  if (!/^[[{]/.test(rest)) return lineEnd
  return opensMoreThanItCloses(rest) || isJson(text, afterWord, end) ? afterWord : lineEnd
}

const infoWordLength = (line: string): number => /^[ \t]*[^\s"[{]*[ \t]*/.exec(line)?.[0].length ?? 0

const opensMoreThanItCloses = (line: string): boolean =>
  (line.match(/[[{]/g)?.length ?? 0) > (line.match(/[\]}]/g)?.length ?? 0)

const isJson = (text: string, start: number, end: number): boolean => {
  const span = trimSpan(text, start, end)
  return parseJson(text.slice(span.start, span.end)) !== undefined
}

/**
 * Every fenced block of the text, fences included, in order; disjoint. More is a block here than in Markdown:
 * one may begin behind words on a line (backticks only), stand on one line, close right after its content, and a
 * new one ends an open one.
 */
export const fencedBlocks = (text: string): readonly Span[] => {
  const blocks: Span[] = []
  let open: { readonly start: number; readonly run: string; readonly lineEnd: number } | undefined
  let lineEnd = -1
  for (const match of text.matchAll(/`{3,}|~{3,}/g)) {
    const [run] = match
    const start = match.index
    const end = start + run.length
    if (lineEnd < start) lineEnd = lineEndAfter(text, start)
    const closes: boolean = open !== undefined && run.startsWith(open.run)
    if (open && closes && (open.lineEnd === lineEnd || endsLine(text, end))) {
      blocks.push({ start: open.start, end })
      open = undefined
    } else if (
      startsLine(text, start) ? !open || closes : !open && opensMidLine(run, text.slice(end, lineEnd))
    ) {
      if (open) blocks.push({ start: open.start, end: start })
      open = { start, run, lineEnd }
    }
  }
  if (open) blocks.push({ start: open.start, end: text.length })
  return blocks
}

/** Whether a run behind words opens a block: it is closed on its line, or nothing but an info word follows. */
const opensMidLine = (run: string, rest: string): boolean =>
  run.startsWith('`') && (rest.includes(run) || /^[ \t]*[\w+.#-]*[ \t]*$/.test(rest))

const startsLine = (text: string, index: number): boolean => {
  let before = index - 1
  while (before >= 0 && isBlank(text.charCodeAt(before))) before--
  return before < 0 || isLineBreak(text.charCodeAt(before))
}

const endsLine = (text: string, index: number): boolean => {
  let after = index
  while (after < text.length && isBlank(text.charCodeAt(after))) after++
  return after === text.length || isLineBreak(text.charCodeAt(after))
}

const lineEndAfter = (text: string, index: number): number => {
  let end = index
  while (end < text.length && !isLineBreak(text.charCodeAt(end))) end++
  return end
}

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09

const isLineBreak = (unit: number): boolean => unit === 0x0a || unit === 0x0d
