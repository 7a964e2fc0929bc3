import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { dedent, topLevelFences } from './fences.ts'

const PIECES = [
  ...'```|````|~~~|~~~~|``` js|```yaml cases|~~~ yaml `x`|``` a`b|  ```|   ~~~|    ```|\t```|> ```|> text|- item|- ```'.split(
    '|',
  ),
  ...'  text|1. ```|<!--|-->|<div>|</div>|<pre>|</pre>|<script>|</script>|text|# Title|===|---|* * *|[a]: /u|"t|'.split(
    '|',
  ),
  ...'    indented|<?php|?>|<![CDATA[|]]>|> - ```|  - ```|`` ` ``|``` |~~~ |a\u0000b|\u00A0```|<b>|***'.split(
    '|',
  ),
  ...'*a|_b*|`c|``d`|<i|[x](|![y][|[z]|<u:v>|&amp;|\\|\\```|\\`'.split('|'),
]
const markdown = fc
  .tuple(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(([lines, newline, last]) => lines.join(newline) + (last ? newline : ''))

/** What the Markdown parser says of the whole text. */
const expected = (source: string) =>
  fromMarkdown(source).children.flatMap((node) => {
    const start = node.position?.start.offset ?? 0
    return node.type === 'code' &&
      /[`~]/.test(source.charAt(start)) &&
      /^ {0,3}(?:`{3}|~{3})/.test(lineOf(source, start))
      ? [{ start, value: node.value }]
      : []
  })

const lineOf = (source: string, offset: number): string => {
  const before = source.slice(0, offset)
  return `${/[^\r\n]*$/.exec(before)?.[0] ?? ''}${/^[^\r\n]*/.exec(source.slice(offset))?.[0] ?? ''}`
}

describe('the top-level fences of a Markdown text', () => {
  test.each(['*a_ ', '[a](<', '![', '<a ', '&#x', '`'.repeat(3000) + 'a' + '`'.repeat(2999)])(
    'are found in a moment where 200,000 characters of %j have no partner',
    (part) => {
      const prose = part.repeat(Math.ceil(200_000 / part.length))
      const source = `a ${prose}\n\n\`\`\`yaml cases\n\`\`\`\n`
      expect(topLevelFences(source, 0).map(({ info }) => info)).toEqual(['yaml cases'])
    },
  )

  test('are those that a Markdown parser finds, with their bodies', () => {
    fc.assert(
      fc.property(markdown, (source) => {
        const found = topLevelFences(source, 0).map(({ start, indent, bodyStart, bodyEnd }) => ({
          start: start + indent,
          value: dedent(source.slice(bodyStart, bodyEnd), indent).body,
        }))
        // A tab under an indented fence is the parser's to expand; here it stays.
        const lines = (text: string): string =>
          text
            .replaceAll(/\r\n?/g, '\n')
            .replaceAll(/^[ \t]+/gm, '')
            .replaceAll('\uFFFD', '\u0000')
            .replace(/\n+$/, '')
        expect(found.map(({ start, value }) => ({ start, value: lines(value) }))).toEqual(
          expected(source).map(({ start, value }) => ({ start, value: lines(`${value}\n`) })),
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('begin after an offset', () => {
    expect(topLevelFences('```\n```js\nx\n```\n', 4)).toMatchObject([
      { start: 4, info: 'js', bodyStart: 10, bodyEnd: 12, end: 16 },
    ])
  })

  test('one that is never closed goes to the end', () => {
    expect(topLevelFences('~~~ a\nb\n```\n', 0)).toMatchObject([{ closed: false, bodyEnd: 12, end: 12 }])
  })
})
