import type { LlmJudgeGrader } from '../../suite/suite.ts'
import { failed, notGraded, passed, type Grade } from '../grade.ts'
import type { GradeItem } from '../item.ts'
import type { Judge, JudgeReply, JudgeRequest } from '../judge/judge.ts'
import {
  judgeMessages,
  judgePromptHash,
  repairMessages,
  repairPromptHash,
  type JudgeTask,
} from '../judge/prompt.ts'
import { LOWEST_PASSING_RATING, type Rating } from '../judge/rating.ts'
import { readReply } from '../judge/read-reply.ts'
import { replyReasons } from '../judge/reply-reasons.ts'

/** What a judge said of one attempt: all that the verdict is decided from. */
export type JudgeMeasure =
  | { readonly kind: 'notAsked'; readonly reason: string }
  | {
      readonly kind: 'asked'
      /** How many repeats were wanted, 1 or more. */
      readonly repeats: number
      /** One for each repeat that was answered, in order. */
      readonly readings: readonly JudgeReading[]
      /** Why the other repeats have no answer. */
      readonly unavailable?: string
    }

/** How one repeat went. */
export interface JudgeReading {
  /** As they came: one, or two with a repair turn. */
  readonly replies: readonly RecordedReply[]
  readonly rating?: Rating
  /** Why there is no rating. */
  readonly unreadable?: string
  /** The judge's own words, on one line; may be empty. */
  readonly because: string
}

/** A reply with what is needed to record it and find it again. */
export interface RecordedReply {
  readonly reply: string
  readonly finish?: string
  readonly promptHash: string
}

type JudgeSettings = Pick<LlmJudgeGrader, 'name' | 'rubric' | 'reference' | 'repeats' | 'repair'>

/** What a grader asks its judge about an attempt. The expected value is in it only with `reference: true`. */
export const judgeTaskOf = (
  grader: Pick<LlmJudgeGrader, 'rubric' | 'reference'>,
  item: Pick<GradeItem, 'input' | 'output' | 'expected'>,
): JudgeTask => ({
  input: item.input,
  output: item.output,
  rubric: grader.rubric,
  ...(grader.reference && item.expected !== undefined && { reference: item.expected }),
})

/**
 * Asks the judge about one attempt, once for each repeat and once more for a reply that cannot be read where the
 * grader has `repair: true`. A judge that is unavailable is not asked again.
 *
 * @param nextMarker see `judgeMessages`.
 */
export const measureJudge = async (
  grader: JudgeSettings,
  item: Pick<GradeItem, 'input' | 'output' | 'expected'>,
  judge: Judge,
  nextMarker: () => string,
): Promise<JudgeMeasure> => {
  if (grader.reference && item.expected === undefined)
    return {
      kind: 'notAsked',
      reason: 'The judge is to see the expected value (reference: true), and the case has none.',
    }
  const task = judgeTaskOf(grader, item)
  const promptHash = judgePromptHash(task)
  const readings: JudgeReading[] = []
  for (let repeat = 1; repeat <= grader.repeats; repeat++) {
    const request: JudgeRequest = {
      messages: judgeMessages(task, nextMarker),
      repeat,
      graderName: grader.name,
      repair: false,
      promptHash,
    }
    const answer = await judge.ask(request)
    if ('unavailable' in answer)
      return { kind: 'asked', repeats: grader.repeats, readings, unavailable: answer.unavailable }
    const reading = readingOf(answer, promptHash)
    const needsRepair = grader.repair && reading.rating === undefined
    readings.push(needsRepair ? await repaired(reading, answer.reply, request, judge) : reading)
  }
  return { kind: 'asked', repeats: grader.repeats, readings }
}

const repaired = async (
  first: JudgeReading,
  reply: string,
  request: JudgeRequest,
  judge: Judge,
): Promise<JudgeReading> => {
  const promptHash = repairPromptHash(request.promptHash, reply)
  const answer = await judge.ask({
    ...request,
    messages: repairMessages(request.messages, reply),
    repair: true,
    promptHash,
  })
  if ('unavailable' in answer) return first
  const second = readingOf(answer, promptHash)
  return {
    ...second,
    replies: [...first.replies, ...second.replies],
    because: first.because || second.because,
  }
}

const readingOf = (
  { reply, finish }: Exclude<JudgeReply, { readonly unavailable: string }>,
  promptHash: string,
): JudgeReading => {
  const reading = readReply(reply, finish)
  return {
    replies: [{ reply, promptHash, ...(finish !== undefined && { finish }) }],
    ...reading,
    because: replyReasons(reply),
  }
}

/**
 * The grade: the majority of the readable verdicts, 3 and 4 passing, with their lower median as the rating and
 * `(rating − 1) / 3` as the score. A tie, or fewer than half of the wanted repeats readable, is not graded.
 */
export const decideJudge = (measure: JudgeMeasure): Grade => {
  if (measure.kind === 'notAsked') return notGraded(measure.reason)
  const { readings, repeats } = measure
  const replies = readings.flatMap((reading) => reading.replies.map(({ reply }) => reply))
  const details = replies.length > 0 ? { replies } : undefined
  const ratings = readings
    .flatMap(({ rating }) => (rating === undefined ? [] : [rating]))
    .sort((a, b) => a - b)
  const rating = ratings[Math.floor((ratings.length - 1) / 2)]
  if (rating === undefined || ratings.length * 2 < repeats)
    return notGraded(whyUnread(measure, ratings.length), details)
  const passing = ratings.filter((each) => each >= LOWEST_PASSING_RATING).length
  if (passing * 2 === ratings.length)
    return notGraded(
      `The judge is undecided: it rated ${ratings.join(', ')} of 4, as often passing as not.`,
      details,
    )
  const verdictPasses = rating >= LOWEST_PASSING_RATING
  const speaker =
    readings.find((reading) => reading.rating === rating) ??
    readings.find((reading) => reading.rating !== undefined)
  const sentence = [
    `Rated ${rating} of 4, 3 and 4 pass`,
    ratings.length > 1 ? ` (ratings: ${ratings.join(', ')})` : '',
    ratings.length < repeats ? ` (${ratings.length} of ${repeats} replies could be read)` : '',
    speaker?.because ? `: ${speaker.because}` : '.',
  ].join('')
  const score = (rating - 1) / 3
  const ratedDetails = { rating, replies }
  return verdictPasses ? passed(score, sentence, ratedDetails) : failed(sentence, score, ratedDetails)
}

const whyUnread = (
  { readings, repeats, unavailable }: Extract<JudgeMeasure, { readonly kind: 'asked' }>,
  readable: number,
): string => {
  const unreadable = readings.find((reading) => reading.unreadable !== undefined)?.unreadable
  const why = [
    ...(unreadable === undefined ? [] : [`the judge's reply cannot be read: ${unreadable}`]),
    ...(unavailable === undefined ? [] : [unavailable]),
  ].join('; ')
  if (repeats === 1) return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`
  return `Only ${readable} of ${repeats} judge replies could be read, and at least half must be: ${why}.`
}

/** Asks the judge about one attempt and decides. See `measureJudge` and `decideJudge`. */
export const gradeWithJudge = async (
  grader: JudgeSettings,
  item: Pick<GradeItem, 'input' | 'output' | 'expected'>,
  judge: Judge,
  nextMarker: () => string,
): Promise<Grade> => decideJudge(await measureJudge(grader, item, judge, nextMarker))
