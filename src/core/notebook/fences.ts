import { fromMarkdown } from 'mdast-util-from-markdown'
import { lineAt, linesOf } from './lines.ts'
import type { Dedent } from './notebook.ts'

/** A fenced code block at the top level of a Markdown text. Offsets count in the whole source. */
export interface Fence {
  readonly start: number
  readonly end: number
  readonly bodyStart: number
  readonly bodyEnd: number
  readonly info: string
  readonly infoStart: number
  readonly fence: string
  readonly indent: number
  readonly closed: boolean
}

const OPENING = /^( {0,3})(`{3,}|~{3,})[ \t]*(.*?)[ \t]*$/

/** Reads an opening line: `undefined` where the line opens no fence. */
const readOpening = (
  text: string,
): { indent: number; fence: string; info: string; infoAt: number } | undefined => {
  const match = OPENING.exec(text)
  if (!match) return undefined
  const [, spaces = '', fence = '', info = ''] = match
  if (fence.startsWith('`') && info.includes('`')) return undefined
  const after = spaces.length + fence.length
  return { indent: spaces.length, fence, info, infoAt: info === '' ? after : text.indexOf(info, after) }
}

const closes = (text: string, fence: string): boolean => {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(text)
  return match?.[1] !== undefined && match[1][0] === fence[0] && match[1].length >= fence.length
}

/** What stands between a fence that opens at a line and the line that closes it, if the line does open one. */
const readFence = (source: string, lineStart: number): Fence | undefined => {
  const line = lineAt(source, lineStart)
  const opening = readOpening(line.text)
  if (!opening) return undefined
  const { indent, fence, info, infoAt } = opening
  const common = {
    start: lineStart,
    bodyStart: line.next,
    info,
    infoStart: lineStart + infoAt,
    fence,
    indent,
  }
  for (const bodyLine of linesOf(source, line.next))
    if (closes(bodyLine.text, fence))
      return { ...common, bodyEnd: bodyLine.start, end: bodyLine.next, closed: true }
  return { ...common, bodyEnd: source.length, end: source.length, closed: false }
}

/**
 * The fenced code blocks at the top level of `source` from `from` on, as CommonMark has them: a fence
 * in a list, a quotation, an HTML block or another fence is none.
 *
 * The Markdown parser reads the text without the fences' bodies, which is where a notebook's bulk
 * is. That is exact: where it confirms each opening line in turn as a top-level fence, the text
 * before the next one is what it would have read anyway. Where it does not, it reads the whole.
 */
export const topLevelFences = (source: string, from: number): readonly Fence[] => {
  const candidates = candidateFences(source, from)
  if (candidates.length === 0) return []
  const { text, starts } = withoutBodies(source, from, candidates)
  const found = codeOffsets(text)
  if (starts.every((start) => found.has(start)) && found.size === starts.length) return candidates
  const whole = codeOffsets(source.slice(from))
  return [...whole].flatMap((offset) => {
    const fence = readFence(source, from + offset)
    return fence ? [fence] : []
  })
}

const candidateFences = (source: string, from: number): readonly Fence[] => {
  const fences: Fence[] = []
  let offset = from
  while (offset < source.length) {
    const fence = readFence(source, offset)
    if (fence) fences.push(fence)
    offset = fence ? fence.end : lineAt(source, offset).next
  }
  return fences
}

const withoutBodies = (source: string, from: number, fences: readonly Fence[]) => {
  let text = ''
  let offset = from
  const starts: number[] = []
  for (const { start, bodyStart, bodyEnd } of fences) {
    starts.push(text.length + start - offset)
    text += source.slice(offset, bodyStart)
    offset = bodyEnd
  }
  return { text: text + source.slice(offset), starts }
}

/**
 * What stands inside a paragraph opens no fence, and costs the parser the square of its length where many stars,
 * brackets or backticks have no partner.
 */
const BLOCKS_ALONE = {
  disable: {
    null: (
      'attention autolink characterEscape characterReference codeText hardBreakEscape htmlText ' +
      'labelEnd labelStartImage labelStartLink'
    ).split(' '),
  },
}

/** The offsets of the lines that open a top-level fenced block. */
const codeOffsets = (markdown: string): ReadonlySet<number> => {
  const offsets = new Set<number>()
  for (const node of fromMarkdown(markdown, { extensions: [BLOCKS_ALONE] }).children) {
    if (node.type !== 'code') continue
    const { offset, column } = node.position?.start ?? {}
    if (offset === undefined || column === undefined) continue
    const lineStart = markdown.lastIndexOf('\n', offset - 1) + 1
    const start = Math.max(lineStart, markdown.lastIndexOf('\r', offset - 1) + 1)
    if (readOpening(lineAt(markdown, start).text)) offsets.add(start)
  }
  return offsets
}

/** Takes a fence's indentation off each line of its body, as Markdown does. */
export const dedent = (raw: string, indent: number): { body: string; dedents: readonly Dedent[] } => {
  if (indent === 0) return { body: raw, dedents: [] }
  const dedents: Dedent[] = []
  let body = ''
  let removed = 0
  for (const line of linesOf(raw)) {
    const spaces = Math.min(indent, line.text.length - line.text.trimStart().length)
    const taken = /^ */.exec(line.text)?.[0].length ?? 0
    const cut = Math.min(spaces, taken)
    removed += cut
    dedents.push({ at: body.length, removed })
    body += raw.slice(line.start + cut, line.next)
  }
  return { body, dedents }
}
