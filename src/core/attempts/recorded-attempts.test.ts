import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Case, Prompt } from '../suite/suite.ts'
import type { Attempt } from './attempt.ts'
import { collectAttempts } from './collect-attempts.ts'
import { readAttemptLine, writeAttemptLine } from './recorded-attempt.ts'

const place = { file: 'x', line: 1, column: 1 }
const testCase = (id: string): Case => ({ id, input: id, tags: [], graders: [], attachments: [], place })
const prompt = (name: string): Prompt => ({ name, template: '{{input}}', attempts: 1, place })
const SUITE = { cases: ['kettle', 'lamp'].map(testCase), prompts: ['default', 'short'].map(prompt) }

const collect = (...lines: readonly string[]) => {
  const collector = collectAttempts(SUITE, 'phone')
  for (const [index, line] of lines.entries()) collector.add(line, 'a.jsonl', index + 1)
  return collector
}

describe('lines', () => {
  test.each([
    ['{"case":"kettle"}', 1, /needs "output" or "error"/],
    ['{"case":"kettle","output":1}', 1, /^"output" is 1; expected a text$/],
    ['{"output":"x"}', 1, /^"case" is missing; expected a text$/],
    ['{"case":"kettle","output":"x",}', 31, /not JSON/],
    ['{"case":"ketle","output":"x"}', 1, /there is no case `ketle` in the suite; did you mean `kettle`/],
    ['{"case":"kettle","output":"x","promptName":"shrt"}', 1, /no prompt `shrt`.*`short`/],
    ['{"case":"kettle","output":"x","attempt":0}', 1, /^"attempt" is 0; expected a number above 0$/],
    ['{"case":"kettle","output":"x","attempt":1.5}', 1, /^"attempt" is 1\.5; expected a whole number$/],
    ['{"case":"kettle","output":"x","finish":"done"}', 1, /^"finish" is "done"; expected "stop", "length", /],
    ['<<<<<<< HEAD', 1, /merge-conflict marker/],
    ['[1]', 1, /^the line is a list; expected an object$/],
  ])('%s is refused at column %i', (line, column, message) => {
    const { attempts, diagnostics } = collect(
      '{"case":"lamp","output":"fine"}',
      line,
      '',
      '{"case":"lamp","output":"fine"}',
    )
    expect(attempts).toHaveLength(2)
    expect(diagnostics).toMatchObject([{ file: 'a.jsonl', line: 2, column }])
    expect(diagnostics[0]?.message).toMatch(message)
  })

  test('without a number count in file order, for each case, prompt and device apart', () => {
    const { attempts, diagnostics } = collect(
      '{"case":"kettle","output":"1"}',
      '{"case":"lamp","output":"1"}',
      '{"case":"kettle","output":"2"}',
      '{"case":"kettle","output":"1","promptName":"short"}',
      '{"case":"kettle","output":"1","device":{"name":"tablet"}}',
    )
    expect(diagnostics).toEqual([])
    expect(attempts.map(({ attempt }) => String(attempt))).toEqual(attempts.map(({ output }) => output))
  })

  test('a second line for one attempt is refused, with the place of the first', () => {
    const { diagnostics } = collect(
      '{"case":"kettle","attempt":2,"output":"1"}',
      '{"case":"kettle","attempt":2,"output":"1","device":{"name":"phone"}}',
    )
    expect(diagnostics).toMatchObject([{ line: 2 }])
    expect(diagnostics[0]?.message).toContain('already on line 1')
  })

  test.each([
    ['{"case":"lamp","error":"gone"}', { errorKind: 'device', output: undefined }],
    ['{"case":"lamp","error":"gone","errorKind":"model"}', { errorKind: 'model', output: '' }],
    ['{"case":"lamp","error":"gone","output":"so far"}', { errorKind: 'model', output: 'so far' }],
  ])('an error has its kind: %s', (line, expected) => {
    const [attempt] = collect(line).attempts
    expect({ errorKind: attempt?.errorKind, output: attempt?.output }).toEqual(expected)
  })
})

test('an attempt comes back as it was written', () => {
  const text = fc.string({ unit: 'binary' })
  const attempt: fc.Arbitrary<Attempt> = fc.record(
    {
      caseId: text,
      attempt: fc.integer({ min: 1, max: 1000 }),
      prompt: fc.constantFrom('default', 'short'),
      device: text,
      output: text,
      promptText: text,
      promptHash: text,
      durationMs: fc.nat(),
      finish: fc.constantFrom('stop' as const, 'length' as const, 'refused' as const),
      judgements: fc.array(
        fc.record({ grader: text, reply: text, promptHash: text }, { requiredKeys: ['grader', 'reply'] }),
      ),
    },
    { requiredKeys: ['caseId', 'attempt', 'prompt', 'device', 'output'] },
  )
  fc.assert(
    fc.property(attempt, fc.constantFrom('default', 'short'), (one, defaultPrompt) => {
      const read = readAttemptLine(writeAttemptLine(one, defaultPrompt))
      expect(read.ok && { ...read.line, prompt: read.line.prompt ?? defaultPrompt }).toEqual(one)
    }),
  )
})

test('any text is a line or a message, never an exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
      const read = readAttemptLine(line)
      if (!read.ok) expect(read.message).not.toBe('')
    }),
  )
})
