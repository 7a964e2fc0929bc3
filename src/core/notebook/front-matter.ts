import { lineAt, linesOf } from './lines.ts'
import { MERGE_MARKER_MESSAGE, findMergeMarker } from './merge-markers.ts'
import { nearestName } from '../text/nearest-name.ts'
import type { FrontMatter } from './notebook.ts'
import { quotedForm } from './yaml/quoted-form.ts'
import { readYaml } from './yaml/read-yaml.ts'
import type { Problem } from './yaml/yaml-node.ts'

const INVISIBLE = /^[\s\u00AD\u200B-\u200F\u2028\u2029\u202A-\u202E\u2060-\u2064\uFEFF]+/
const EXPECTED = 'a notebook begins with the lines `---`, `proctor: 1`, `---`'

export interface FrontMatterResult {
  readonly frontMatter: FrontMatter
  readonly problems: readonly Problem[]
}

/** Reads the front matter, which must be the file's first line (a BOM may stand before it). */
export const readFrontMatter = (source: string): FrontMatterResult => {
  const start = source.startsWith('\uFEFF') ? 1 : 0
  const none = { start, end: start }
  const first = lineAt(source, start)
  if (first.text.trimEnd() !== '---') return { frontMatter: none, problems: [noFrontMatter(source, start)] }
  for (const line of linesOf(source, first.next)) {
    if (line.text.trimEnd() !== '---' && line.text.trimEnd() !== '...') continue
    return readBody(source, { start, end: line.next }, first.next, line.start)
  }
  const message = 'The front matter is not closed: expected a line `---` after it.'
  return { frontMatter: { start, end: first.next }, problems: [{ offset: start, message }] }
}

const noFrontMatter = (source: string, start: number): Problem => {
  const invisible = INVISIBLE.exec(source.slice(start))?.[0] ?? ''
  const hidden = [...invisible].find((character) => !/[ \t\r\n]/.test(character))
  if (hidden !== undefined && source.startsWith('---', start + invisible.length)) {
    const code = hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    return {
      offset: start,
      message: `Found the invisible character U+${code} before the front matter; delete it.`,
    }
  }
  if (invisible !== '' && source.startsWith('---', start + invisible.length))
    return { offset: start, message: 'Found white space before the front matter; it must be the first line.' }
  if (/^[\u2010-\u2015\u2212]/.test(source.slice(start)))
    return { offset: start, message: `Found a dash that is not a hyphen; ${EXPECTED}.` }
  return { offset: start, message: `Found no front matter; ${EXPECTED}.` }
}

const readBody = (
  source: string,
  range: { readonly start: number; readonly end: number },
  bodyStart: number,
  bodyEnd: number,
): FrontMatterResult => {
  const marker = findMergeMarker(source, bodyStart, bodyEnd)
  if (marker !== undefined)
    return { frontMatter: range, problems: [{ offset: marker, message: MERGE_MARKER_MESSAGE }] }
  const body = source.slice(bodyStart, bodyEnd)
  const { node, problems: found } = readYaml(body)
  const problems: Problem[] = found.map((problem) => ({ ...problem, offset: bodyStart + problem.offset }))
  if (problems.length > 0) return { frontMatter: range, problems }
  if (node?.type !== 'map')
    return {
      frontMatter: range,
      problems: [{ offset: range.start, message: `The front matter is no map; ${EXPECTED}.` }],
    }
  let version: string | undefined
  let title: string | undefined
  for (const { key, value } of node.entries) {
    const text = value.type === 'scalar' ? value.text : ''
    if (key.text === 'proctor') {
      version = text
      if (text !== '1')
        problems.push({
          offset: bodyStart + value.start,
          message: `Found format \`${text}\`; this version of Proctor reads \`proctor: 1\`.`,
        })
    } else if (key.text === 'title') {
      title = text
      if (value.type !== 'scalar' || value.cut)
        problems.push({
          offset: bodyStart + value.start,
          message: `YAML does not read the title as one text; quote it: \`${quotedForm(body, value.start)?.form ?? "title: 'Ticket #1'"}\`.`,
        })
    } else {
      const near = nearestName(key.text, ['proctor', 'title'])
      if (near)
        problems.push({
          offset: bodyStart + key.start,
          severity: 'warning',
          message: `Unknown key \`${key.text}\` in the front matter; did you mean \`${near}\`?`,
        })
    }
  }
  if (version === undefined)
    problems.push({
      offset: range.start,
      message: 'The front matter does not name the format: expected `proctor: 1`.',
    })
  return { frontMatter: { ...range, ...(title && { title }) }, problems }
}
