import type { Judgement } from '../../attempts/attempt.ts'
import type { Judge, JudgeReply, JudgeRequest } from './judge.ts'

/**
 * A judge that answers with the replies recorded beside one attempt. Those of a grader are found by its name, else
 * by its kind, and are taken in order for repeats. One recorded under another prompt (its `promptHash` is there and
 * differs) is not used. A repair turn is answered only by a reply recorded for it, which its hash shows.
 */
export const replayJudge = (judgements: readonly Judgement[] | undefined): Judge => ({
  fingerprint: 'replay',
  ask: (request) => Promise.resolve(recordedReply(judgements ?? [], request)),
})

const recordedReply = (judgements: readonly Judgement[], request: JudgeRequest): JudgeReply => {
  const named = judgements.filter(({ grader }) => grader === request.graderName)
  const own = named.length > 0 ? named : judgements.filter(({ grader }) => grader === 'llmJudge')
  if (request.repair) {
    const repaired = own.find(({ promptHash }) => promptHash === request.promptHash)
    return repaired ? replyOf(repaired) : { unavailable: 'no repair turn is recorded' }
  }
  const usable = own.filter(({ promptHash }) => promptHash === undefined || promptHash === request.promptHash)
  const reply = usable[request.repeat - 1]
  if (reply) return replyOf(reply)
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
