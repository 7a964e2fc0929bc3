import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { kotlinTrim } from '../../text/kotlin-trim.ts'
import { fencedBlocks, unwrapFence } from './fence.ts'
import { findJson } from './find-json.ts'
import { parseJson } from './parse-json.ts'

interface Row {
  readonly input: string
  readonly text: string
  readonly isJson: boolean
}

const rows: readonly Row[] = JSON.parse(
  readFileSync(new URL('../../../../test/vectors/fences.json', import.meta.url), 'utf8'),
).rows

describe('rule 2', () => {
  test('all 38 rows give the text and the answer of the vectors', () => {
    expect(rows).toHaveLength(38)
    const handedOn = (input: string): string => {
      const text = kotlinTrim(input)
      return parseJson(text) === undefined ? (unwrapFence(text) ?? text) : text
    }
    expect(rows.map(({ input }) => ({ input, text: handedOn(input) }))).toEqual(
      rows.map(({ input, text }) => ({ input, text })),
    )
    expect(rows.map(({ input }) => findJson(input, 'fence') !== undefined)).toEqual(
      rows.map(({ isJson }) => isJson),
    )
  })

  test.each([
    ['content on the opening line', '```json {"a":\n1}\n```', '{"a":\n1}'],
    ['content right at the opener', '```[1,\n2\n```', '[1,\n2'],
    ['an info string with attributes', '```json {.numbered} title="x"\n{"a":1}\n```', '{"a":1}'],
    ['a longer closing run', '```json\n{"a":1}\n`````', '{"a":1}'],
    ['a shorter closing run is content', '````json\n{"a":1}\n```', '{"a":1}\n```'],
    ['the other character does not close', '~~~json\n1\n```', '1\n```'],
    ['a scalar on one line', '```json "x"```', '"x"'],
    ['a bare scalar on one line', '```true```', 'true'],
    ['an info string alone', '```json', ''],
    ['cut off on one line', '```json {"a":', '{"a":'],
    ['carriage returns alone', '```json\r{"a":1}\r```', '{"a":1}'],
    ['six backticks', '``````', ''],
    ['backticks in a string', '```json\n{"a":"x ``` y"}\n```', '{"a":"x ``` y"}'],
  ])('%s', (_, text, content) => {
    expect(unwrapFence(text)).toBe(content)
  })

  test.each([
    ['words after it', '```json\n1\n``` done'],
    ['words after a glued closing', '```json\n1```\ndone'],
    ['words after a fence on one line', '```json 1```\ndone'],
    ['two fences', '```\n1\n```\n```\n2\n```'],
    ['two fences, the first not closed', '```json\n1\n```json\n2\n```'],
    ['two backticks', '``1``'],
    ['nothing', ''],
  ])('leaves alone: %s', (_, text) => {
    expect(unwrapFence(text)).toBeUndefined()
  })
})

const blocksOf = (text: string): readonly string[] =>
  fencedBlocks(text).map(({ start, end }) => text.slice(start, end))

test.each([
  ['a ```b``` c', ['```b```']],
  ['Sure: ```json\n1\n```\nand\n~~~\n2\n~~~\nend', ['```json\n1\n```', '~~~\n2\n~~~']],
  ['```\n1\n```json\n2\n```', ['```\n1\n', '```json\n2\n```']],
  ['Use ``` to fence.\n```\n1\n```', ['```\n1\n```']],
  ['```\n~~~\n```', ['```\n~~~\n```']],
  ['a ~~~ b', []],
  ['```\ncut', ['```\ncut']],
  ['none', []],
])('the fenced blocks of %j', (text, blocks) => {
  expect(blocksOf(text)).toEqual(blocks)
})

test.each(['`', '```', '```\n', '```a ', '``` ', '~~~\n', '```\n{\n', ' ', '``` `', '```{'])(
  '300,000 units of %j takes linear time',
  (part) => {
    const text = part.repeat(300_000 / part.length)
    const started = performance.now()
    findJson(text, 'fence')
    findJson(text, 'block')
    expect(performance.now() - started).toBeLessThan(2000)
  },
)
