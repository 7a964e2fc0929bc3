import type { Attempt } from '#core/attempts/attempt.ts'
import type { DeviceAnswer, DeviceDriver } from './device.ts'

/**
 * A device that answers with recorded attempts. It takes the lines that name it; where no line does,
 * all of them. `source` names the record in messages.
 */
export const createReplayDevice = (
  name: string,
  recorded: readonly Attempt[],
  source: string,
): DeviceDriver => {
  const own = recorded.some(({ device }) => device === name)
    ? recorded.filter(({ device }) => device === name)
    : recorded
  const byKey = new Map(
    own.map((attempt) => [keyOf(attempt.caseId, attempt.prompt, attempt.attempt), attempt]),
  )
  return {
    ask: ({ testCase, prompt, attempt, signal, onText }) => {
      signal.throwIfAborted()
      const found = byKey.get(keyOf(testCase.id, prompt.name, attempt))
      if (!found) {
        const error = `${source} holds no attempt ${attempt} of case "${testCase.id}"`
        return Promise.resolve({ error, errorKind: 'device' } satisfies DeviceAnswer)
      }
      const { caseId: _case, attempt: _attempt, prompt: _prompt, device: _device, ...answer } = found
      if (answer.output !== undefined) onText(answer.output)
      return Promise.resolve(answer)
    },
    close: () => Promise.resolve(),
  }
}

const keyOf = (caseId: string, prompt: string, attempt: number): string =>
  JSON.stringify([caseId, prompt, attempt])
