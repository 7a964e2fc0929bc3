import type { SemanticSimilarityGrader } from '../../suite/suite.ts'
import { kotlinTrim } from '../../text/kotlin-trim.ts'
import { failed, notGraded, passed, type Grade } from '../grade.ts'
import type { GradeItem } from '../item.ts'
import { cosineOf } from '../similarity/cosine.ts'
import type { CancelSignal, Embedder, EmbedResult } from '../similarity/embedder.ts'
import { englishDoubt } from '../similarity/english.ts'

/** How near an output is to its expected value, before any threshold: all that the verdict is decided from. */
export type SimilarityMeasure =
  | {
      readonly kind: 'measured'
      /** −1…1, six decimals. */
      readonly cosine: number
      /** In how many windows each text was embedded. */
      readonly outputWindows: number
      readonly expectedWindows: number
      readonly warnings: readonly string[]
    }
  | { readonly kind: 'blankOutput' }
  | { readonly kind: 'notMeasured'; readonly reason: string }

type SimilarityItem = Pick<GradeItem, 'output' | 'expected'>

// Texts in one call of the embedder: enough to fill its batches, few enough that cancelling loses little.
const TEXTS_A_CALL = 512

/**
 * The cosine of `trim(output)` and the expected value for each item, in order. Each distinct text is embedded once,
 * many in a call. What has no expected value, or a blank one, is not measured; a blank output is known without
 * asking. A text that the embedder cannot take touches only the items that hold it.
 */
export const measureSimilarity = async (
  items: readonly SimilarityItem[],
  embedder: Embedder,
  signal?: CancelSignal,
): Promise<readonly SimilarityMeasure[]> => {
  const plans = items.map(planOf)
  const texts = [
    ...new Set(plans.flatMap((plan) => (plan.kind === 'ask' ? [plan.output, plan.expected] : []))),
  ]
  const results = await embedAll(texts, embedder, signal)
  const doubts = new Map<string, string | undefined>()
  const doubtOf = (text: string): string | undefined => {
    if (!doubts.has(text)) doubts.set(text, englishDoubt(text))
    return doubts.get(text)
  }
  return plans.map((plan) => {
    if (plan.kind !== 'ask') return plan
    const warnings = embedder.language === 'en' ? languageWarnings(plan, doubtOf) : []
    return measureOf(results.get(plan.output), results.get(plan.expected), warnings)
  })
}

interface Question {
  readonly kind: 'ask'
  readonly output: string
  readonly expected: string
}

const planOf = ({
  output,
  expected,
}: SimilarityItem): Question | Exclude<SimilarityMeasure, { kind: 'measured' }> => {
  if (expected === undefined)
    return { kind: 'notMeasured', reason: 'The case has no expected value to compare with.' }
  if (kotlinTrim(expected) === '')
    return {
      kind: 'notMeasured',
      reason: 'The expected value of the case is blank: nothing to compare with.',
    }
  const trimmed = kotlinTrim(output)
  return trimmed === '' ? { kind: 'blankOutput' } : { kind: 'ask', output: trimmed, expected }
}

const embedAll = async (
  texts: readonly string[],
  embedder: Embedder,
  signal: CancelSignal | undefined,
): Promise<ReadonlyMap<string, EmbedResult>> => {
  const results = new Map<string, EmbedResult>()
  for (let start = 0; start < texts.length; start += TEXTS_A_CALL) {
    const some = texts.slice(start, start + TEXTS_A_CALL)
    const embedded = signal?.aborted
      ? some.map((): EmbedResult => ({ problem: 'grading was cancelled' }))
      : await embedder.embed(some, signal)
    some.forEach((text, index) => {
      results.set(text, embedded[index] ?? { problem: 'the embedder gave no vector' })
    })
  }
  return results
}

const measureOf = (
  output: EmbedResult | undefined,
  expected: EmbedResult | undefined,
  warnings: readonly string[],
): SimilarityMeasure => {
  if (output === undefined || 'problem' in output) return notMeasured('output', output?.problem)
  if (expected === undefined || 'problem' in expected) return notMeasured('expected value', expected?.problem)
  const result = cosineOf(output.vector, expected.vector)
  if ('problem' in result)
    return {
      kind: 'notMeasured',
      reason: `The embedder's vectors cannot be compared: ${describe(result.problem, output.vector, expected.vector)}.`,
    }
  return {
    kind: 'measured',
    cosine: result.cosine,
    outputWindows: output.windows,
    expectedWindows: expected.windows,
    warnings,
  }
}

const notMeasured = (text: string, problem = 'the embedder gave no vector'): SimilarityMeasure => ({
  kind: 'notMeasured',
  reason: `The ${text} could not be embedded: ${problem}.`,
})

const describe = (problem: string, output: Float32Array, expected: Float32Array): string => {
  if (problem === 'different dimensions')
    return `that of the output has ${output.length} dimensions, that of the expected value ${expected.length}`
  return problem === 'zero vector'
    ? 'one of them is all zeros'
    : 'one of them holds a value that is no finite number'
}

const languageWarnings = (
  { output, expected }: Question,
  doubtOf: (text: string) => string | undefined,
): readonly string[] =>
  [
    ['output', doubtOf(output)],
    ['expected value', doubtOf(expected)],
  ].flatMap(([name, doubt]) =>
    doubt === undefined
      ? []
      : [
          `The embedder is made for English, and the ${name} may not be: ${doubt}. The score means little then.`,
        ],
  )

/** The grade: passed where the score is at least the threshold, which is in −1…1. A blank output fails with 0. */
export const decideSimilarity = (
  grader: Pick<SemanticSimilarityGrader, 'threshold'>,
  measure: SimilarityMeasure,
): Grade => {
  if (measure.kind === 'notMeasured') return notGraded(measure.reason)
  if (measure.kind === 'blankOutput') return failed('The output is blank.', 0)
  const { cosine, warnings } = measure
  const passes = cosine >= grader.threshold
  const comparison = passes ? 'is at least' : 'is below'
  const sentence = `The similarity ${cosine} ${comparison} the threshold ${grader.threshold}${windowsNote(measure)}.`
  const details = warnings.length > 0 ? { warnings } : undefined
  return passes ? passed(cosine, sentence, details) : failed(sentence, cosine, details)
}

const windowsNote = ({
  outputWindows,
  expectedWindows,
}: Extract<SimilarityMeasure, { readonly kind: 'measured' }>): string => {
  const notes = [
    ...(outputWindows > 1 ? [`the output in ${outputWindows} windows`] : []),
    ...(expectedWindows > 1 ? [`the expected value in ${expectedWindows} windows`] : []),
  ]
  return notes.length > 0 ? ` (too long for the embedder at once: ${notes.join(' and ')})` : ''
}

/** Measures and decides for many items at once. See `measureSimilarity` and `decideSimilarity`. */
export const gradeSimilarity = async (
  grader: Pick<SemanticSimilarityGrader, 'threshold'>,
  items: readonly SimilarityItem[],
  embedder: Embedder,
  signal?: CancelSignal,
): Promise<readonly Grade[]> =>
  (await measureSimilarity(items, embedder, signal)).map((measure) => decideSimilarity(grader, measure))
