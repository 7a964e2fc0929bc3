import path from 'node:path'
import type { Attempt, Judgement } from '#core/attempts/attempt.ts'
import type { Model, Suite } from '#core/suite/suite.ts'
import { readAttempts } from '../running/read-attempts.ts'
import { isInside } from '../running/suite-files.ts'

/** Finds the judge replies that were recorded for an attempt. */
export type JudgementsOf = (attempt: Attempt) => readonly Judgement[] | undefined

export type RecordedJudgements =
  | { readonly ok: true; readonly judgementsOf: JudgementsOf }
  /** The end of a sentence that says why there are none. */
  | { readonly ok: false; readonly message: string }

/**
 * Where a replay judge finds its replies: beside the attempts that are graded, or, where its cell names a
 * `file`, in that one, by case, prompt, attempt and device; a line without a device serves every device.
 */
export const recordedJudgements = (suite: Suite, judge: Model, isTrusted: boolean): RecordedJudgements => {
  const { file } = judge.settings
  if (typeof file !== 'string') return { ok: true, judgementsOf: ({ judgements }) => judgements }
  const folder = path.dirname(path.resolve(suite.file))
  const absolute = path.resolve(folder, file)
  if (!isTrusted && !isInside(folder, absolute))
    return {
      ok: false,
      message: `the judge "${judge.name}" reads ${file}, which is outside the suite's folder (--trust)`,
    }
  const { attempts, diagnostics } = readAttempts(suite, [absolute], ANY_DEVICE)
  const [problem] = diagnostics
  if (problem)
    return {
      ok: false,
      message: `the judge "${judge.name}" reads ${file}: line ${problem.line}: ${problem.message}`,
    }
  const byKey = new Map(attempts.map((attempt) => [keyOf(attempt, attempt.device), attempt.judgements]))
  return {
    ok: true,
    judgementsOf: (attempt) =>
      byKey.get(keyOf(attempt, attempt.device)) ?? byKey.get(keyOf(attempt, ANY_DEVICE)),
  }
}

const ANY_DEVICE = ''

const keyOf = ({ caseId, prompt, attempt }: Attempt, device: string | undefined): string =>
  JSON.stringify([caseId, prompt, attempt, device])
