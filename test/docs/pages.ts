import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { topLevelFences } from '#core/notebook/fences.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** A fenced block of a page. */
export interface Block {
  readonly page: string
  readonly info: string
  readonly body: string
  /** The line of its first fence, from 1. */
  readonly line: number
}

/** A page of the user's documentation. */
export interface Page {
  /** Relative to the root, with slashes. */
  readonly file: string
  readonly text: string
  readonly blocks: readonly Block[]
  /** The text with its fenced blocks left out, line by line. */
  readonly prose: string
}

const readPage = (file: string): Page => {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const fences = topLevelFences(text, 0)
  const blocks = fences.map(({ start, info, bodyStart, bodyEnd }) => ({
    page: file,
    info,
    body: text.slice(bodyStart, bodyEnd),
    line: text.slice(0, start).split('\n').length,
  }))
  let prose = ''
  let offset = 0
  for (const { start, end } of fences) {
    prose += text.slice(offset, start) + text.slice(start, end).replaceAll(/[^\n]/g, '')
    offset = end
  }
  return { file, text, blocks, prose: prose + text.slice(offset) }
}

/** What users read. Pages of decisions are the project's own. */
export const pages: readonly Page[] = [
  'README.md',
  ...globSync('docs/*.md', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/')),
].map(readPage)

export const blocks: readonly Block[] = pages.flatMap((page) => page.blocks)

/** The anchors of a Markdown text's headings, as GitHub makes them. */
export const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
