import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What the same texts are checked by in both tools. */
export const SCHEMA = {
  type: 'object',
  required: ['orderId', 'product', 'urgent'],
  additionalProperties: false,
  properties: { orderId: { type: 'string' }, product: { type: 'string' }, urgent: { type: 'boolean' } },
}

/** The same pattern in Java's and in JavaScript's syntax. */
export const JAVA_PATTERN = String.raw`(?s)\{.*"orderId"\s*:\s*"\d+".*\}`
export const SCRIPT_PATTERN = String.raw`^\{[\s\S]*"orderId"\s*:\s*"\d+"[\s\S]*\}$`

export const CUSTOM_GRADER = `export function grade({ output, expected, extractJson, passed, failed }) {
  const actual = JSON.parse(extractJson(output))
  const wanted = JSON.parse(expected)
  const same = ['orderId', 'product', 'urgent'].filter((key) => actual[key] === wanted[key]).length
  return same === 3 ? passed(1) : failed(same / 3, \`Fields differ: \${JSON.stringify(actual)}\`)
}`

export interface BenchCase {
  readonly id: string
  readonly input: string
  readonly expect: string
}

export interface BenchAttempt {
  readonly case: BenchCase
  readonly attempt: number
  readonly output: string
}

const PRODUCTS = ['kettle', 'lamp', 'toaster', 'heater', 'fan']

/** Attempts as a small model makes them: seven of ten right, the others each wrong in its own way. */
export const makeAttempts = (count: number): readonly BenchAttempt[] => {
  const cases = Array.from({ length: Math.min(1_000, Math.ceil(count / 10)) }, (_, index): BenchCase => {
    const product = PRODUCTS[index % PRODUCTS.length] ?? 'kettle'
    const order = String(4_000 + index)
    return {
      id: `case-${index}`,
      input: `My ${product} (order ${order}) does not work, please send another one soon.`,
      expect: JSON.stringify({ orderId: order, product, urgent: index % 2 === 0 }),
    }
  })
  return Array.from({ length: count }, (_, index) => {
    const testCase = cases[index % cases.length] as BenchCase
    const attempt = Math.floor(index / cases.length) + 1
    return { case: testCase, attempt, output: outputOf(testCase.expect, index) }
  })
}

const outputOf = (expected: string, index: number): string => {
  switch (index % 10) {
    case 7:
      return expected.replace('true', '"yes"').replace('false', '"no"')
    case 8:
      return expected.slice(0, -12)
    case 9:
      return `{"orderId":"${index}","product":"unknown ${index}","urgent":false}`
    default:
      return expected
  }
}

/** Writes the notebook and the recorded attempts for Proctor. */
export const writeForProctor = (
  folder: string,
  attempts: readonly BenchAttempt[],
): { notebook: string; recorded: string } => {
  mkdirSync(folder, { recursive: true })
  const cases = [...new Set(attempts.map((attempt) => attempt.case))]
  const notebook = path.join(folder, 'bench.proctor.md')
  writeFileSync(
    notebook,
    [
      '---\nproctor: 1\ntitle: Bench\n---\n',
      `\`\`\`jsonl cases\n${cases.map((one) => JSON.stringify(one)).join('\n')}\n\`\`\`\n`,
      `\`\`\`yaml graders\n- exactMatch: {}\n- regex: { pattern: '${JAVA_PATTERN}' }\n- jsonSchema: ${JSON.stringify(SCHEMA)}\n- custom: detailsMatch\n\`\`\`\n`,
      `\`\`\`js grader detailsMatch\n${CUSTOM_GRADER}\n\`\`\`\n`,
    ].join('\n'),
  )
  const recorded = path.join(folder, 'attempts.jsonl')
  writeFileSync(
    recorded,
    attempts
      .map((one) => `${JSON.stringify({ case: one.case.id, attempt: one.attempt, output: one.output })}\n`)
      .join(''),
  )
  return { notebook, recorded }
}

/** Writes the configuration for promptfoo: the outputs echoed, the same four checks. */
export const writeForPromptfoo = (
  folder: string,
  attempts: readonly BenchAttempt[],
  withChecks: boolean,
): string => {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `promptfoo-${withChecks ? 'checks' : 'bare'}.json`)
  // promptfoo takes a text of several lines as a function's body.
  const script = [
    'const wanted = JSON.parse(context.vars.expected)',
    'const actual = JSON.parse(output)',
    "const same = ['orderId', 'product', 'urgent'].filter((key) => actual[key] === wanted[key]).length",
    "return { pass: same === 3, score: same / 3, reason: 'Fields differ' }",
  ].join('\n')
  const checks = [
    { type: 'equals', value: '{{expected}}' },
    { type: 'regex', value: SCRIPT_PATTERN },
    { type: 'is-json', value: SCHEMA },
    { type: 'javascript', value: script },
  ]
  writeFileSync(
    file,
    JSON.stringify({
      description: 'bench',
      prompts: ['{{output}}'],
      providers: ['echo'],
      tests: attempts.map((one) => ({
        vars: { output: one.output, expected: one.case.expect },
        ...(withChecks && { assert: checks }),
      })),
    }),
  )
  return file
}
