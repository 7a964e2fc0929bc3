import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Judgement } from '../../attempts/attempt.ts'
import type { Judge, JudgeReply, JudgeRequest } from '../judge/judge.ts'
import { judgePromptHash, repairPromptHash } from '../judge/prompt.ts'
import type { Rating } from '../judge/rating.ts'
import { replayJudge } from '../judge/replay-judge.ts'
import { decideJudge, gradeWithJudge, judgeTaskOf, measureJudge, type JudgeReading } from './llm-judge.ts'

const grader = { name: 'manners', rubric: 'Is polite.', reference: false, repeats: 1, repair: false }
const item = { input: 'Hello', output: 'Go away', expected: 'Good day' }
const promptHash = judgePromptHash(judgeTaskOf(grader, item))

const nextMarker = (): string => 'a1b2c3'

const judgeThatSays = (...answers: readonly JudgeReply[]): { judge: Judge; asked: JudgeRequest[] } => {
  const asked: JudgeRequest[] = []
  const ask = (request: JudgeRequest): Promise<JudgeReply> => {
    asked.push(request)
    return Promise.resolve(answers[asked.length - 1] ?? { unavailable: 'nothing more' })
  }
  return { judge: { fingerprint: 'test', ask }, asked }
}

const reply = (text: string): JudgeReply => ({ reply: text })

const replay = (judgements: readonly Judgement[], settings: Partial<typeof grader> = {}) =>
  gradeWithJudge({ ...grader, ...settings }, item, replayJudge(judgements), nextMarker)

describe('one reply', () => {
  test('passes with 3 or 4 and carries the reasons of the judge', async () => {
    const { judge } = judgeThatSays(reply('It greets back.\nScore: 4'))
    expect(await gradeWithJudge(grader, item, judge, nextMarker)).toEqual({
      verdict: 'passed',
      score: 1,
      reason: 'Rated 4 of 4, 3 and 4 pass: It greets back.',
      details: { rating: 4, replies: ['It greets back.\nScore: 4'] },
    })
  })

  test('fails with 1 or 2', async () => {
    const { judge } = judgeThatSays(reply('{"reasoning": "It is \\"rude\\".", "score": 2}'))
    const grade = await gradeWithJudge(grader, item, judge, nextMarker)
    expect(grade).toMatchObject({ verdict: 'failed', score: 1 / 3, details: { rating: 2 } })
    expect(grade.reason).toBe('Rated 2 of 4, 3 and 4 pass: It is "rude".')
  })

  test('that cannot be read is not graded, and is kept', async () => {
    const { judge } = judgeThatSays(reply('Score: 5'))
    expect(await gradeWithJudge(grader, item, judge, nextMarker)).toEqual({
      verdict: 'notGraded',
      reason: "The judge's reply cannot be read: found 5, which is not one of 1, 2, 3 and 4.",
      details: { replies: ['Score: 5'] },
    })
  })

  test('that does not come is not graded', async () => {
    const { judge } = judgeThatSays({
      unavailable: 'sending to example.org was not allowed (--allow example.org)',
    })
    expect(await gradeWithJudge(grader, item, judge, nextMarker)).toEqual({
      verdict: 'notGraded',
      reason: 'Sending to example.org was not allowed (--allow example.org).',
    })
  })
})

describe('what the judge is asked', () => {
  test('holds the expected value only with reference: true', async () => {
    const { judge, asked } = judgeThatSays(reply('Score: 3'), reply('Score: 3'))
    await gradeWithJudge(grader, item, judge, nextMarker)
    await gradeWithJudge({ ...grader, reference: true }, item, judge, nextMarker)
    expect(asked.map(({ messages }) => messages.some(({ content }) => content.includes('Good day')))).toEqual(
      [false, true],
    )
  })

  test('needs an expected value with reference: true, before the judge is asked', async () => {
    const { judge, asked } = judgeThatSays(reply('Score: 3'))
    const { expected: _expected, ...withoutExpected } = item
    const grade = await gradeWithJudge({ ...grader, reference: true }, withoutExpected, judge, nextMarker)
    expect(grade.verdict).toBe('notGraded')
    expect(grade.reason).toContain('expected value')
    expect(asked).toHaveLength(0)
  })

  test('numbers the repeats and keeps one prompt hash', async () => {
    const { judge, asked } = judgeThatSays(reply('Score: 3'), reply('Score: 3'), reply('Score: 3'))
    await measureJudge({ ...grader, repeats: 3 }, item, judge, nextMarker)
    expect(asked.map(({ repeat }) => repeat)).toEqual([1, 2, 3])
    expect(new Set(asked.map((request) => request.promptHash))).toEqual(new Set([promptHash]))
  })

  test('stops at a judge that is unavailable', async () => {
    const { judge, asked } = judgeThatSays(reply('Score: 3'), { unavailable: 'it crashed' })
    await measureJudge({ ...grader, repeats: 5 }, item, judge, nextMarker)
    expect(asked).toHaveLength(2)
  })
})

describe('a repair turn', () => {
  test('asks once more, only for a reply that cannot be read, and keeps both replies', async () => {
    const { judge, asked } = judgeThatSays(reply('Rather rude.'), reply('Score: 2'), reply('Score: 4'))
    const grade = await gradeWithJudge({ ...grader, repeats: 2, repair: true }, item, judge, nextMarker)
    expect(asked.map(({ repeat, repair }) => [repeat, repair])).toEqual([
      [1, false],
      [1, true],
      [2, false],
    ])
    expect(grade.details?.replies).toEqual(['Rather rude.', 'Score: 2', 'Score: 4'])
  })

  test('that fails leaves the reply unread', async () => {
    const { judge } = judgeThatSays(reply('Rather rude.'), reply('No.'))
    const grade = await gradeWithJudge({ ...grader, repair: true }, item, judge, nextMarker)
    expect(grade.verdict).toBe('notGraded')
    expect(grade.details?.replies).toEqual(['Rather rude.', 'No.'])
  })
})

describe('recorded replies', () => {
  const recorded = (graderName: string, text: string, hash?: string): Judgement => ({
    grader: graderName,
    reply: text,
    ...(hash !== undefined && { promptHash: hash }),
  })

  test('are found by the name of the grader, else by its kind', async () => {
    const byName = await replay([recorded('llmJudge', 'Score: 1'), recorded('manners', 'Score: 4')])
    const byKind = await replay([recorded('other', 'Score: 1'), recorded('llmJudge', 'Score: 3')])
    expect([byName.details?.rating, byKind.details?.rating]).toEqual([4, 3])
  })

  test('of another rubric are not used', async () => {
    const stale = recorded('manners', 'Score: 4', 'f'.repeat(64))
    const grade = await replay([stale])
    expect(grade.verdict).toBe('notGraded')
    expect(grade.reason).toContain('recorded under another rubric')
    expect(await replay([stale, recorded('manners', 'Score: 2', promptHash)])).toMatchObject({
      verdict: 'failed',
      details: { rating: 2 },
    })
  })

  test('that are not there are not graded', async () => {
    expect(await replay([])).toEqual({
      verdict: 'notGraded',
      reason: 'No judge reply is recorded for this attempt.',
    })
  })

  test('are taken in order for repeats; those that are missing count as unread', async () => {
    const judgements = [recorded('manners', 'Score: 1'), recorded('manners', 'Score: 2')]
    const three = await replay(judgements, { repeats: 3 })
    expect(three).toMatchObject({ verdict: 'failed', details: { rating: 1 } })
    expect(three.reason).toContain('2 of 3 replies could be read')
    const five = await replay(judgements, { repeats: 5 })
    expect(five.verdict).toBe('notGraded')
    expect(five.reason).toBe(
      'Only 2 of 5 judge replies could be read, and at least half must be: 2 judge replies are recorded.',
    )
  })

  test('answer a repair turn only with what was recorded for it', async () => {
    const first = recorded('manners', 'Rather rude.', promptHash)
    const repair = recorded('manners', 'Score: 2', repairPromptHash(promptHash, 'Rather rude.'))
    expect((await replay([first], { repair: true })).verdict).toBe('notGraded')
    expect(await replay([first, repair], { repair: true })).toMatchObject({ details: { rating: 2 } })
    expect((await replay([first, repair], { repeats: 2 })).verdict).toBe('notGraded')
  })

  test('without a hash are in the order in which they were given, repair turns among them', async () => {
    const replies = ['Rather rude.', 'Score: 4', 'Score: 3', 'Score: 1'].map((text) =>
      recorded('manners', text),
    )
    const rated = async (settings: Parameters<typeof replay>[1]) =>
      (await replay(replies, settings)).details?.replies
    expect(await rated({ repair: true })).toEqual(['Rather rude.', 'Score: 4'])
    expect(await rated({ repair: true, repeats: 2 })).toEqual(['Rather rude.', 'Score: 4', 'Score: 3'])
    expect(await rated({ repeats: 2 })).toEqual(['Rather rude.', 'Score: 4'])
    expect((await replay(replies, {})).verdict).toBe('notGraded')
    expect((await replay(replies, { repair: true })).details?.rating).toBe(4)
  })

  test('that were cut off are not read', async () => {
    expect((await replay([{ ...recorded('manners', 'Score: 3'), finish: 'length' }])).reason).toContain(
      'cut off',
    )
  })
})

describe('the majority of repeats', () => {
  const decide = (ratings: readonly (Rating | null)[], repeats = ratings.length) =>
    decideJudge({
      kind: 'asked',
      repeats,
      readings: ratings.map((rating): JudgeReading => {
        const replies = [{ reply: '', promptHash }]
        return rating === null
          ? { replies, unreadable: 'found no line "Score: N"', because: '' }
          : { replies, rating, because: '' }
      }),
    })

  test.each([
    [[1, 2, 4], 'failed', 2],
    [[2, 3, 4], 'passed', 3],
    [[4, 1, 4, 3], 'passed', 3],
    [[1, 2, 2, 4], 'failed', 2],
    [[3, null], 'passed', 3],
    [[null, 1, null, 2], 'failed', 1],
    [[2, 3], 'notGraded', undefined],
    [[2, 3, null], 'notGraded', undefined],
    [[3, null, null], 'notGraded', undefined],
    [[null], 'notGraded', undefined],
  ] as const)('of %j is %s', (ratings, verdict, rating) => {
    const grade = decide(ratings)
    expect([grade.verdict, grade.details?.rating]).toEqual([verdict, rating])
  })

  test('is not moved by the order, and agrees with the rating', () => {
    const ratings = fc.array(fc.constantFrom<Rating | null>(1, 2, 3, 4, null), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(ratings, (list) => {
        const grade = decide(list)
        expect(decide([...list].reverse())).toEqual(grade)
        if (grade.verdict === 'notGraded') return
        const rating = grade.details?.rating ?? 0
        expect(grade.verdict).toBe(rating >= 3 ? 'passed' : 'failed')
        expect(grade.score).toBe((rating - 1) / 3)
      }),
    )
  })
})
