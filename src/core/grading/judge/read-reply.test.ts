import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReply } from './read-reply.ts'

interface Row {
  readonly id: string
  readonly reply: string
  readonly finish?: string
  readonly score: number | null
}

const vector = (name: string): string =>
  readFileSync(new URL(`../../../../test/vectors/${name}`, import.meta.url), 'utf8')

const rowsOf = (name: string): readonly Row[] => JSON.parse(vector(name)).replies

const graderCases: readonly Row[] = vector('grader-cases.jsonl')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
  .filter((row) => row.grader === 'llmJudge')
  .map((row) => ({ id: row.id, reply: row.judge_reply, finish: row.finish, score: row.parsed_score }))

const ratingOf = (reply: string, finish?: string): number | null => {
  const reading = readReply(reply, finish)
  return 'rating' in reading ? reading.rating : null
}

describe.each([
  ['judge-replies', rowsOf('judge-replies.json')],
  ['judge-replies-more', rowsOf('judge-replies-more.json')],
  ['grader-cases', graderCases],
])('%s', (_name, rows) => {
  test.each(rows)('$id', ({ reply, finish, score }) => {
    expect(ratingOf(reply, finish)).toBe(score)
  })
})

describe('what an unreadable reply is told', () => {
  test.each([
    ['', undefined, 'the reply is empty'],
    ['<think>done</think>', undefined, 'the reply is empty after the reasoning of the judge'],
    ['<think>Score: 3', undefined, 'the reply ends inside the reasoning of the judge'],
    ['Score: 2', 'length', 'the reply was cut off at the token limit'],
    ['Score: 3-4', undefined, 'found 3-4, which is not one of 1, 2, 3 and 4'],
    ['Score: ~3', undefined, 'found ~3, which is not one of 1, 2, 3 and 4'],
    ['Score: ~~3~~', undefined, 'found ~~3~~, which is not one of 1, 2, 3 and 4'],
    ['~3', undefined, 'found ~3, which is not one of 1, 2, 3 and 4'],
    ['{"score": 2.5}', undefined, 'found 2.5, which is not one of 1, 2, 3 and 4'],
    ['Score: 2\nScore: 3', undefined, 'found different scores: 2, 3'],
    ['I like it.', undefined, 'found no line "Score: N"'],
    ['x'.repeat(32_769), undefined, 'the reply is longer than 32 KB'],
  ])('%j (%s)', (reply, finish, unreadable) => {
    expect(readReply(reply, finish)).toEqual({ unreadable })
  })
})

const SCRAPS = [
  ' ',
  '\n',
  ' or ',
  'out of ',
  '"score": ',
  'Final score:',
  ...String.raw`Score: score { } [ ] <think> </think> <score> [RESULT] <|channel|> final <|message|>`.split(
    ' ',
  ),
  ...String.raw`" ' / - % . > ** # three , \ &`.split(' '),
]

const scraps = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SCRAPS),
      fc.integer({ min: -2, max: 12 }).map(String),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

const prose = fc
  .array(
    fc.constantFrom(
      'the',
      'answer',
      'names',
      'a',
      'town',
      'and',
      '2',
      'dates,',
      'not',
      'right.',
      '(4',
      'km)',
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((words) => words.join(' '))

const rating = fc.constantFrom(1, 2, 3, 4)

describe('for any reply', () => {
  test('it never throws and gives 1 to 4 or a reason', () => {
    fc.assert(
      fc.property(scraps, fc.constantFrom(undefined, 'stop', 'length'), (reply, finish) => {
        const reading = readReply(reply, finish)
        if ('rating' in reading) expect([1, 2, 3, 4]).toContain(reading.rating)
        else expect(reading.unreadable).not.toBe('')
      }),
      { numRuns: 2000 },
    )
  })

  test('a rating is a number that stands in the reply', () => {
    const words = ['', 'one', 'two', 'three', 'four']
    fc.assert(
      fc.property(scraps, (reply) => {
        const reading = readReply(reply)
        if (!('rating' in reading)) return
        const plain = reply.normalize('NFKC').toLowerCase()
        expect(plain.includes(String(reading.rating)) || plain.includes(words[reading.rating] ?? '')).toBe(
          true,
        )
      }),
    )
  })

  test('prose before the contract line changes nothing', () => {
    fc.assert(
      fc.property(fc.array(prose, { maxLength: 5 }), rating, (lines, score) => {
        expect(ratingOf([...lines, `Score: ${score}`].join('\n'))).toBe(score)
      }),
    )
  })

  test('prose around one JSON object changes nothing', () => {
    fc.assert(
      fc.property(prose, prose, prose, rating, (before, reasoning, after, score) => {
        expect(ratingOf(`${before}\n${JSON.stringify({ reasoning, score })}\n${after}`)).toBe(score)
      }),
    )
  })

  test('two different scores of the same kind are never read', () => {
    fc.assert(
      fc.property(rating, rating, prose, (first, second, between) => {
        fc.pre(first !== second)
        expect(ratingOf(`Score: ${first}\n${between}\nScore: ${second}`)).toBeNull()
        expect(ratingOf(`{"score": ${first}} ${between} {"score": ${second}}`)).toBeNull()
      }),
    )
  })

  test('a number off the scale is never read', () => {
    const off = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => ![1, 2, 3, 4].includes(value))
    fc.assert(
      fc.property(off, (value) => {
        expect(ratingOf(`Score: ${value}`)).toBeNull()
        expect(ratingOf(JSON.stringify({ score: value }))).toBeNull()
      }),
    )
  })

  test('what the judge thought first changes nothing', () => {
    fc.assert(
      fc.property(scraps, rating, (thought, score) => {
        fc.pre(!/[<[]|\|/.test(thought))
        expect(ratingOf(`<think>${thought}</think>\nScore: ${score}`)).toBe(score)
      }),
    )
  })
})

describe('the longest replies are read in bounded work', () => {
  // A quadratic reader takes seconds on these; the limit is the test runner's own.
  test.each([
    '{',
    '[{',
    '{"a":',
    '}',
    '"',
    '`',
    "'",
    '“',
    '<think>',
    '</think>',
    '<score>',
    'Score:',
    'Score: 3\n',
    'final ',
    'my total ',
    '#',
    ' ',
    '\n',
    '{"score":3}',
    '{"score',
    '<|channel|>',
    '(',
    'score (',
    '1-',
    'Score: 3 scale ',
  ])('%j', (piece) => {
    const reply = piece.repeat(Math.floor(32_000 / piece.length))
    const started = performance.now()
    readReply(reply)
    readReply(`${reply}\nScore: 3`)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
