import { describe, expect, test } from 'vitest'
import type { Embedder, EmbedResult } from '../similarity/embedder.ts'
import { decideSimilarity, gradeSimilarity, measureSimilarity } from './semantic-similarity.ts'

const vector = (...numbers: readonly number[]): EmbedResult => ({
  vector: Float32Array.from(numbers),
  windows: 1,
})

const embedderOf = (
  results: Readonly<Record<string, EmbedResult>>,
  language?: string,
): Embedder & { readonly calls: (readonly string[])[] } => {
  const calls: (readonly string[])[] = []
  return {
    fingerprint: 'test',
    calls,
    ...(language !== undefined && { language }),
    embed: (texts) => {
      calls.push(texts)
      return Promise.resolve(texts.map((text) => results[text] ?? { problem: `"${text}" was not foreseen` }))
    },
  }
}

const grade = async (output: string, expected: string | undefined, embedder: Embedder, threshold = 0.6) => {
  const item = { output, ...(expected !== undefined && { expected }) }
  const [only] = await gradeSimilarity({ threshold }, [item], embedder)
  return only
}

const plain = embedderOf({
  east: vector(1, 0),
  near: vector(0.6, 0.8),
  west: vector(-1, 0),
  zero: vector(0, 0),
  nan: vector(Number.NaN, 0),
  long: { vector: Float32Array.of(1, 0), windows: 3 },
  flat: vector(1),
})

describe('a grade', () => {
  test('passes at the threshold itself, with the cosine as its score', async () => {
    expect(await grade('near', 'east', plain)).toEqual({
      verdict: 'passed',
      score: 0.6,
      reason: 'The similarity 0.6 is at least the threshold 0.6.',
    })
  })

  test('fails below it, and −1 is a score', async () => {
    expect(await grade('west', 'east', plain)).toEqual({
      verdict: 'failed',
      score: -1,
      reason: 'The similarity -1 is below the threshold 0.6.',
    })
  })

  test('passes at a threshold of 0, of −1 and of 1', async () => {
    expect((await grade('near', 'near', plain, 1))?.verdict).toBe('passed')
    expect((await grade('near', 'east', plain, 0))?.verdict).toBe('passed')
    expect((await grade('west', 'east', plain, -1))?.verdict).toBe('passed')
  })

  test('takes the output trimmed and the expected value as written', async () => {
    const embedder = embedderOf({ east: vector(1, 0), ' east ': vector(0, 1) })
    expect((await grade('\u2003east\n', ' east ', embedder))?.score).toBe(0)
    expect(embedder.calls).toEqual([['east', ' east ']])
  })

  test('says in how many windows a long text was embedded', async () => {
    expect((await grade('long', 'east', plain))?.reason).toBe(
      'The similarity 1 is at least the threshold 0.6 (too long for the embedder at once: the output in 3 windows).',
    )
  })

  test.each([
    ['nothing expected', 'east', undefined, 'The case has no expected value to compare with.'],
    [
      'a blank expected value',
      'east',
      ' \n',
      'The expected value of the case is blank: nothing to compare with.',
    ],
    ['both blank', ' ', '', 'The expected value of the case is blank: nothing to compare with.'],
    ['a zero vector', 'zero', 'east', "The embedder's vectors cannot be compared: one of them is all zeros."],
    [
      'a NaN',
      'nan',
      'east',
      "The embedder's vectors cannot be compared: one of them holds a value that is no finite number.",
    ],
    [
      'another dimension',
      'flat',
      'east',
      "The embedder's vectors cannot be compared: that of the output has 1 dimensions, that of the expected value 2.",
    ],
    ['an output that fails', 'new', 'east', 'The output could not be embedded: "new" was not foreseen.'],
    [
      'an expected value that fails',
      'east',
      'new',
      'The expected value could not be embedded: "new" was not foreseen.',
    ],
  ])('with %s is not graded', async (_name, output, expected, reason) => {
    expect(await grade(output, expected, plain)).toEqual({ verdict: 'notGraded', reason })
  })

  test('of a blank output fails with 0, without asking the embedder', async () => {
    const embedder = embedderOf({})
    expect(await grade(' \u00a0\n', 'east', embedder)).toEqual({
      verdict: 'failed',
      score: 0,
      reason: 'The output is blank.',
    })
    expect(embedder.calls).toEqual([])
  })
})

describe('many items', () => {
  test('are asked for together, each text once', async () => {
    const embedder = embedderOf({ east: vector(1, 0), near: vector(0.6, 0.8) })
    const items = [
      { output: 'near', expected: 'east' },
      { output: ' ', expected: 'east' },
      { output: 'east', expected: 'east' },
      { output: 'bad', expected: 'east' },
    ]
    const grades = await gradeSimilarity({ threshold: 0.9 }, items, embedder)
    expect(embedder.calls).toEqual([['near', 'east', 'bad']])
    expect(grades.map(({ verdict }) => verdict)).toEqual(['failed', 'failed', 'passed', 'notGraded'])
  })

  test('stop being asked for once cancelled', async () => {
    const controller = new AbortController()
    const embedder: Embedder = {
      fingerprint: 'test',
      embed: (texts) => {
        controller.abort()
        return Promise.resolve(texts.map(() => vector(1, 0)))
      },
    }
    const items = Array.from({ length: 600 }, (_, index) => ({ output: `output ${index}`, expected: 'east' }))
    const measures = await measureSimilarity(items, embedder, controller.signal)
    const measured = measures.filter(({ kind }) => kind === 'measured').length
    expect(measured).toBeGreaterThan(0)
    expect(measured).toBeLessThan(600)
    expect(measures.at(-1)).toEqual({
      kind: 'notMeasured',
      reason: 'The output could not be embedded: grading was cancelled.',
    })
  })

  test('are decided again under another threshold without the embedder', async () => {
    const embedder = embedderOf({ east: vector(1, 0), near: vector(0.6, 0.8) })
    const [measure] = await measureSimilarity([{ output: 'near', expected: 'east' }], embedder)
    if (!measure) throw new Error('one item gives one measure')
    const verdicts = [0.59, 0.61].map((threshold) => decideSimilarity({ threshold }, measure).verdict)
    expect(verdicts).toEqual(['passed', 'failed'])
    expect(embedder.calls).toHaveLength(1)
  })
})

describe('an embedder made for English', () => {
  const texts = { 'Чайник протекает': vector(1, 0), 'The kettle leaks': vector(1, 0) }

  test('warns of a text that may not be', async () => {
    const graded = await grade('Чайник протекает', 'The kettle leaks', embedderOf(texts, 'en'))
    expect(graded?.verdict).toBe('passed')
    expect(graded?.details?.warnings).toEqual([
      'The embedder is made for English, and the output may not be: 100 % of its letters are not Latin. The score means little then.',
    ])
  })

  test('is the only one that warns', async () => {
    expect((await grade('Чайник протекает', 'The kettle leaks', embedderOf(texts)))?.details).toBeUndefined()
  })
})
