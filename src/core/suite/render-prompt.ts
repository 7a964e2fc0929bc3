import { hashText } from '../hash.ts'
import { inputText, type Case, type Message, type Prompt } from './suite.ts'
import { renderTemplate } from './template.ts'

/** The values that a case gives to templates: its vars and its input. */
const templateValue = (
  testCase: Pick<Case, 'input' | 'vars' | 'messages'>,
  name: string,
): string | undefined => {
  if (testCase.vars && Object.hasOwn(testCase.vars, name)) return testCase.vars[name]
  return name === 'input' ? inputText(testCase) : undefined
}

/**
 * What is sent to a model for a case: the system message first, then the prompt's messages or its
 * template as one user message. A case's own messages stand instead of the prompt's, as they are.
 */
export const renderPrompt = (
  prompt: Pick<Prompt, 'template' | 'system' | 'messages'>,
  testCase: Pick<Case, 'input' | 'vars' | 'messages'>,
): { readonly messages: readonly Message[] } => {
  const render = (template: string): string =>
    renderTemplate(template, (name) => templateValue(testCase, name))
  const templates = prompt.messages ?? [{ role: 'user', content: prompt.template }]
  const asked =
    testCase.messages ?? templates.map(({ role, content }) => ({ role, content: render(content) }))
  const system = prompt.system === undefined ? [] : [{ role: 'system', content: render(prompt.system) }]
  return { messages: [...system, ...asked.map(({ role, content }) => ({ role, content }))] }
}

/**
 * The SHA-256 of `JSON.stringify` of the rendered messages, system first; sampling settings do not count.
 *
 * @returns 64 lower-case hexadecimal digits
 */
export const promptHash = (messages: readonly Message[]): string =>
  hashText(JSON.stringify(messages.map(({ role, content }) => ({ role, content }))))
