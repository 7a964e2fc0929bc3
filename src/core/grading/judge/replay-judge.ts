import type { Judgement } from '../../attempts/attempt.ts'
import type { Judge, JudgeReply, JudgeRequest } from './judge.ts'

/**
 * A judge that answers with the replies recorded beside one attempt. Those of a grader are found by its name, else
 * by its kind, and are taken in order, one for each repeat and each repair turn. One recorded under another prompt
 * (its `promptHash` is there and differs) is not used; the hash of a repair turn is its own.
 */
export const replayJudge = (judgements: readonly Judgement[] | undefined): Judge => {
  const taken = new Set<Judgement>()
  return {
    fingerprint: 'replay',
    ask: (request) => Promise.resolve(nextReply(judgements ?? [], request, taken)),
  }
}

const nextReply = (
  judgements: readonly Judgement[],
  request: JudgeRequest,
  taken: Set<Judgement>,
): JudgeReply => {
  const named = judgements.filter(({ grader }) => grader === request.graderName)
  const own = named.length > 0 ? named : judgements.filter(({ grader }) => grader === 'llmJudge')
  const usable = own.filter(({ promptHash }) => promptHash === undefined || promptHash === request.promptHash)
  const judgement = usable.find((each) => !taken.has(each))
  if (judgement) {
    taken.add(judgement)
    return replyOf(judgement)
  }
  if (request.repair) return { unavailable: 'no repair turn is recorded' }
  if (own.length === 0) return { unavailable: 'no judge reply is recorded for this attempt' }
  if (usable.length === 0)
    return {
      unavailable: 'the judge reply was recorded under another rubric (its prompt is not that of today)',
    }
  return {
    unavailable: `${usable.length} judge ${usable.length === 1 ? 'reply is' : 'replies are'} recorded`,
  }
}

const replyOf = ({ reply, finish }: Judgement): JudgeReply => ({
  reply,
  ...(finish !== undefined && { finish }),
})
