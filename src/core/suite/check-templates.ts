import { member, nodeAlong, type YamlNode } from '../notebook/yaml/yaml-node.ts'
import type { Case, Prompt } from './suite.ts'
import type { PromptPart, Report } from './suite-parts.ts'
import { templateNames, templateProblems } from './template.ts'

const MOST_TOLD = 20

interface Template {
  readonly text: string
  readonly node: YamlNode
}

const templatesOf = ({ settings, node }: PromptPart): readonly Template[] => {
  const { template, system, messages } = settings
  const at = (path: readonly PropertyKey[]): YamlNode => nodeAlong(node, path)
  return [
    ...(system === undefined ? [] : [{ text: system, node: at(['system']) }]),
    ...(template === undefined ? [] : [{ text: template, node: at(['template']) }]),
    ...(messages ?? []).map(({ content }, index) => ({
      text: content,
      node: at(['messages', index, 'content']),
    })),
  ]
}

/** A template asks only for what cases give: a name that none gives is told at the prompt, else at each case without it. */
export const checkTemplates = (
  prompt: Prompt,
  part: PromptPart,
  cases: readonly Case[],
  report: Report,
): void => {
  const templates = templatesOf(part)
  const asking = cases.filter(({ messages }) => !messages)
  const known = new Set(asking.flatMap(namesOf))
  const names = asking.length === 0 ? undefined : [...known]
  for (const { text, node } of templates)
    for (const problem of templateProblems(text, names ?? templateNames(text)))
      report(part.placeOf(node.start), problem)
  const wanted = askedNames(part, templates).filter((name) => known.has(name))
  let told = 0
  for (const testCase of asking) {
    const given = namesOf(testCase)
    const missing = wanted.filter((name) => !given.includes(name))
    if (missing.length === 0) continue
    told++
    if (told > MOST_TOLD) break
    const list = missing.map((name) => `\`{{${name}}}\``).join(', ')
    report(
      testCase.place,
      `The case \`${testCase.id}\` has no value for ${list}, which the prompt \`${prompt.name}\` asks for.`,
    )
  }
}

/** A prompt without a template asks for the input. */
const askedNames = ({ settings }: PromptPart, templates: readonly Template[]): readonly string[] => [
  ...new Set([
    ...templates.flatMap(({ text }) => templateNames(text)),
    ...(settings.template === undefined && settings.messages === undefined ? ['input'] : []),
  ]),
]

const namesOf = ({ input, vars }: Case): readonly string[] => [
  ...(input === undefined ? [] : ['input']),
  ...Object.keys(vars ?? {}),
]

const SAMPLING = ['temperature', 'maxTokens', 'seed', 'stop'] as const

/** A program takes a sampling setting only where its command names it; what is not taken is said, not ignored in silence. */
export const checkSampling = (
  prompts: readonly Prompt[],
  device: { readonly name: string; readonly kind: string; readonly node: YamlNode },
  warn: (message: string) => void,
): void => {
  const command = member(device.node, 'command')
  if ((device.kind !== 'command' && device.kind !== 'adb-shell') || !command) return
  const parts = command.type === 'list' ? command.items : [command]
  const named = parts.flatMap((part) => (part.type === 'scalar' ? templateNames(part.text) : []))
  const lost = SAMPLING.filter(
    (setting) => !named.includes(setting) && prompts.some((prompt) => prompt[setting] !== undefined),
  )
  for (const setting of lost)
    warn(
      `The command of the device \`${device.name}\` does not take \`${setting}\`, which a prompt sets; write \`{{${setting}}}\` where it belongs.`,
    )
}
