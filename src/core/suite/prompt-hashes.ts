import { promptHash, renderPrompt } from './render-prompt.ts'
import type { Suite } from './suite.ts'

/**
 * The hash of what each case is asked today: a function of a case's id and a prompt's name, undefined
 * where the suite has no such case or prompt. Each is rendered once.
 */
export const promptHashes = (
  suite: Pick<Suite, 'cases' | 'prompts'>,
): ((caseId: string, promptName: string) => string | undefined) => {
  const cases = new Map(suite.cases.map((testCase) => [testCase.id, testCase]))
  const prompts = new Map(suite.prompts.map((prompt) => [prompt.name, prompt]))
  const known = new Map<string, string>()
  return (caseId, promptName) => {
    const [testCase, prompt] = [cases.get(caseId), prompts.get(promptName)]
    if (!testCase || !prompt) return undefined
    const key = JSON.stringify([caseId, promptName])
    const hash = known.get(key) ?? promptHash(renderPrompt(prompt, testCase).messages)
    known.set(key, hash)
    return hash
  }
}
