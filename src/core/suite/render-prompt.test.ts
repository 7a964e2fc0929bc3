import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { promptHash, renderPrompt } from './render-prompt.ts'
import { renderTemplate, templateNames, templateProblems } from './template.ts'

describe('templates', () => {
  const values: Readonly<Record<string, string>> = { input: 'I', name: '{{input}}', 'two words': '2' }
  test.each([
    ['Mail: {{input}}', 'Mail: I'],
    ['{{ input }}{{two words}}', 'I2'],
    ['{{name}}', '{{input}}'],
    ['{{{{input}}', '{{input}}'],
    ['{{{input}}}', '{I}'],
    ['{"a": {{input}}}', '{"a": I}'],
    ['no names {x}', 'no names {x}'],
  ])('%s', (template, text) => {
    expect(renderTemplate(template, (name) => values[name])).toBe(text)
  })

  test('a value is never read as a template', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, value) => {
        fc.pre(!before.includes('{'))
        expect(renderTemplate(`${before}{{input}}`, () => value)).toBe(before + value)
      }),
    )
  })

  test.each([
    ['{{inptu}}', 'Unknown name `{{inptu}}` in the template; did you mean `{{input}}`?'],
    ['{{x}}', 'Unknown name `{{x}}` in the template; there are `{{input}}`.'],
    ['{{ not closed', 'Found `{{` without a name and `}}` after it; `{{{{` writes `{{` itself.'],
  ])('%s is a problem', (template, problem) => {
    expect(templateProblems(template, ['input'])).toEqual([problem])
  })

  test('`{{{{` is none', () => {
    expect(templateProblems('{{{{x}} {{input}}', ['input'])).toEqual([])
    expect(templateNames('{{{{x}} {{input}}{{input}}')).toEqual(['input'])
  })
})

describe('what is sent', () => {
  const prompt = { template: 'Q: {{input}}', system: 'Be {{how}}.' }
  const testCase = { input: 'why?', vars: { how: 'brief' } }

  test('the system message comes first', () => {
    expect(renderPrompt(prompt, testCase).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Q: why?' },
    ])
  })

  test('messages stand instead of the template, a case’s own are sent as they are', () => {
    expect(
      renderPrompt({ template: '', messages: [{ role: 'user', content: '{{input}}!' }] }, testCase).messages,
    ).toEqual([{ role: 'user', content: 'why?!' }])
    expect(
      renderPrompt(prompt, { messages: [{ role: 'user', content: '{{input}}' }], vars: { how: 'x' } })
        .messages,
    ).toEqual([
      { role: 'system', content: 'Be x.' },
      { role: 'user', content: '{{input}}' },
    ])
  })

  test('the hash is the SHA-256 of the JSON of roles and contents', () => {
    const { messages } = renderPrompt(prompt, testCase)
    const json = '[{"role":"system","content":"Be brief."},{"role":"user","content":"Q: why?"}]'
    expect(promptHash(messages)).toBe(createHash('sha256').update(json).digest('hex'))
  })
})
