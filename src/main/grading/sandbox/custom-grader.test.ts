import { describe, expect, test } from 'vitest'
import type { GradeItem } from '#core/grading/item.ts'
import { evaluated, gradeOf, graderOf, ITEM } from './grader-for-tests.ts'

const EXAMPLE = `export function grade({ output, expected, extractJson, passed, failed }: GradeContext) {
  const actual = JSON.parse(extractJson(output))
  const wanted = JSON.parse(expected!)
  const same = ['orderId', 'product', 'urgent'].filter((key) => actual[key] === wanted[key]).length
  return same === 3 ? passed(1) : failed(same / 3, \`Fields differ: \${JSON.stringify(actual)}\`)
}`

describe('the three results', () => {
  test('the grader of the format description grades', async () => {
    const { grade } = await graderOf(EXAMPLE, { language: 'ts' })
    const expected = '{"orderId":"4471","product":"kettle","urgent":true}'
    const fenced = `\`\`\`json\n${expected}\n\`\`\``
    expect(grade({ ...ITEM, expected, output: fenced })).toEqual({ verdict: 'passed', score: 1 })
    expect(grade({ ...ITEM, expected, output: '{"orderId":"4471","product":"pan","urgent":true}' })).toEqual({
      verdict: 'failed',
      score: 2 / 3,
      reason: 'Fields differ: {"orderId":"4471","product":"pan","urgent":true}',
    })
    expect(grade({ ...ITEM, expected, output: 'null' }).reason).toMatch(
      /^check threw at tickets\.proctor\.md:13: .*orderId/,
    )
  })

  test.each([
    ['passed()', { verdict: 'passed', score: 1 }],
    ['passed(0.25)', { verdict: 'passed', score: 0.25 }],
    ['passed(-0)', { verdict: 'passed', score: 0 }],
    ["failed(0.5, 'too long')", { verdict: 'failed', score: 0.5, reason: 'too long' }],
    ['failed(0)', { verdict: 'failed', score: 0, reason: 'check failed the output and gave no reason' }],
    ['failed(0, { a: [1] })', { verdict: 'failed', score: 0, reason: '{"a":[1]}' }],
    ["notGraded('no rule')", { verdict: 'notGraded', reason: 'no rule' }],
    ['notGraded()', { verdict: 'notGraded', reason: 'check did not grade the output and gave no reason' }],
  ])('%s', async (call, grade) => {
    expect(await gradeOf(`export const grade = (context) => context.${call}`)).toEqual(grade)
    expect(
      await gradeOf(`export const grade = async (context) => { await 0; return context.${call} }`),
    ).toEqual(grade)
  })

  test('a long reason is cut, and whole in the details', async () => {
    const { reason, details } = await gradeOf(`export const grade = (c) => c.failed(0, 'x'.repeat(900))`)
    expect(reason).toHaveLength(500)
    expect(details?.reason).toHaveLength(900)
  })
})

describe('the context', () => {
  const seen = (item: Partial<GradeItem> = {}) =>
    evaluated('JSON.stringify(context) + Object.keys(context).join()', item)

  test('has exactly what is promised', async () => {
    const { input, vars, output, expected, tags, attempt } = ITEM
    const data = { input, vars, output, expected, case: { id: 'kettle-urgent', tags }, attempt }
    const names = 'input,vars,output,expected,case,attempt,passed,failed,notGraded,extractJson,trim'
    expect(await seen()).toBe(JSON.stringify(data) + names)
  })

  test('has no expected value where the case has none, and the empty one where it is empty', async () => {
    const { expected: _expected, ...rest } = ITEM
    const { grade } = await graderOf(`export const grade = (c) => c.notGraded(String('expected' in c))`)
    expect(grade(rest).reason).toBe('false')
    expect(grade({ ...rest, expected: '' }).reason).toBe('true')
  })

  test.each(['\0nul', '\ud800 half', 'é 漢 🙂', '\u2028', '"\\', ''])(
    'carries %j both ways',
    async (text) => {
      const source = `export const grade = (c) => c.notGraded(c.output + c.vars.text)`
      expect((await gradeOf(source, { output: text, vars: { text } })).reason).toBe(text + text)
    },
  )

  test('trims as Kotlin does', async () => {
    const output = '\u001c\u00a0 \ufeffx\ud800\0 \u2007'
    expect(await evaluated('JSON.stringify(context.trim(context.output))', { output })).toBe(
      '"\ufeffx\\ud800\\u0000"',
    )
    expect(await evaluated('context.trim("  other ")')).toBe('other')
  })

  test('extracts JSON, and throws at the line that asked where there is none', async () => {
    expect(await evaluated('context.extractJson("Here: {\\"a\\": 1} as asked")')).toBe('{"a": 1}')
    const grade = await gradeOf('export const grade = (c) =>\n\n  c.passed(c.extractJson("none"))')
    expect(grade.verdict).toBe('notGraded')
    expect(grade.reason).toMatch(/^check threw at tickets\.proctor\.md:12: .*none/)
  })

  test.each(['context.trim(3)', 'context.extractJson()'])('%s asks for a string', async (call) => {
    expect(await evaluated(call)).toMatch(
      /^threw TypeError: \w+\(text\): the text is a string, got (a number|nothing)$/,
    )
  })
})

describe('what is not one of the three results is not graded', () => {
  const sentence = (what: string) =>
    `check at tickets.proctor.md:11 must return passed(…), failed(…) or notGraded(…), but returned ${what}`

  test.each([
    ['true', 'a boolean'],
    ['1', 'a number'],
    ['"passed"', 'a string'],
    ['null', 'null'],
    ['undefined', 'nothing'],
    ['[]', 'an array'],
    ["{ verdict: 'passed', score: 1 }", 'an object'],
    ['context.passed', 'a function'],
    ['{ ...context.passed(1) }', 'an object'],
    ['Object.create(context.passed(1))', 'an object'],
    ['new Proxy(context.passed(1), {})', 'an object'],
    ['Symbol()', 'a symbol'],
    ['1n', 'a bigint'],
  ])('%s', async (value, what) => {
    const source = `\nexport function grade(context) { return (${value}) }`
    expect(await gradeOf(source)).toEqual({ verdict: 'notGraded', reason: sentence(what) })
    const asyncSource = source.replace('export', 'export async')
    expect(await gradeOf(asyncSource)).toEqual({ verdict: 'notGraded', reason: sentence(what) })
  })

  test.each([
    'passed(1.01)',
    'passed(-0.1)',
    'passed(NaN)',
    'passed(Infinity)',
    'passed("1")',
    'passed(null)',
    'failed(2, "x")',
    'failed("x")',
    'passed(1n)',
    'passed({ valueOf: () => 1 })',
  ])('%s: the score is out of range', async (call) => {
    const grade = await gradeOf(`export const grade = (context) =>\n context.${call}`)
    expect(grade.verdict).toBe('notGraded')
    expect(grade.reason).toMatch(
      /^check threw at tickets\.proctor\.md:11: .* the score is a number from 0 to 1, got /,
    )
  })

  test.each([
    ["throw new TypeError('odd')", 'check threw at tickets.proctor.md:11: odd'],
    ['throw new RangeError()', 'check threw at tickets.proctor.md:11: RangeError'],
    ["throw 'text'", 'check (tickets.proctor.md:10) threw a string instead of an Error: "text"'],
    ['throw { a: 1 }', 'check (tickets.proctor.md:10) threw an object instead of an Error: {"a":1}'],
    ['throw null', 'check (tickets.proctor.md:10) threw null instead of an Error: null'],
    ["await Promise.reject(new Error('later'))", 'check threw at tickets.proctor.md:11: later'],
    [
      'await new Promise(() => {})',
      'check at tickets.proctor.md:10 returned a promise that nothing will settle: there are no timers and no events here',
    ],
  ])('%s', async (statement, reason) => {
    expect(await gradeOf(`export async function grade() {\n  ${statement}\n}`)).toEqual({
      verdict: 'notGraded',
      reason,
    })
  })

  test('an error in a function called, at the top level or after an await names its own line', async () => {
    const thrown = async (source: string) => (await gradeOf(source)).reason
    expect(await thrown('const f = () => {\n  null.x\n}\nexport const grade = () => f()')).toContain(
      '.md:11: ',
    )
    expect(await thrown('\n\nnull.x\nexport const grade = (c) => c.passed()')).toContain('.md:12: ')
    expect(await thrown('await 0\nnull.x\nexport const grade = (c) => c.passed()')).toContain('.md:11: ')
    expect(await thrown('export const grade = async () => {\n await 0\n null.x }')).toContain('.md:12: ')
  })
})

test('an error of a class of its own names the line that threw it, not that of the class', async () => {
  const thrown = async (classes: string) =>
    (await gradeOf(`${classes}\nexport function grade() {\n  throw new Mine('odd')\n}`)).reason
  expect(await thrown('class Mine extends Error {}')).toBe('check threw at tickets.proctor.md:12: odd')
  expect(
    await thrown('class Own extends TypeError { constructor(m) { super(m) } } class Mine extends Own {}'),
  ).toBe('check threw at tickets.proctor.md:12: odd')
  expect(await thrown("class Mine { constructor() { throw new Error('in it') } }")).toBe(
    'check threw at tickets.proctor.md:10: in it',
  )
})

test('an error in a microtask that nobody waits for changes nothing', async () => {
  const source = `export const grade = (c) => {
    queueMicrotask(() => { throw new Error('lost') })
    queueMicrotask(() => console.log('next'))
    return c.passed()
  }`
  expect(await gradeOf(source)).toEqual({ verdict: 'passed', score: 1, details: { log: ['next'] } })
})

describe('limits', () => {
  const limitOf = async (body: string, settings = {}) => {
    const grade = await gradeOf(
      `export function grade(context) {\n  ${body}\n  return context.passed()\n}`,
      {},
      settings,
    )
    expect(grade.verdict).toBe('notGraded')
    return `${grade.details?.limit}: ${grade.reason}`
  }

  test('steps', async () => {
    expect(await limitOf('for (;;) Math.abs(1)')).toBe(
      'steps: check gave up on this output at tickets.proctor.md:11 after 5,000,000 steps; a larger timeoutMs allows more',
    )
    expect(await limitOf('for (;;) {}', { timeoutMs: 100 })).toContain('after 500,000 steps')
  })

  test('time, where few steps take long', async () => {
    const slow = `const text = JSON.stringify(Array(300).fill(1)); for (;;) JSON.parse(text)`
    expect(await limitOf(slow, { timeoutMs: 100 })).toBe(
      'time: check gave up on this output at tickets.proctor.md:11: it took longer than 0.1 s; a larger timeoutMs allows more',
    )
  })

  test('memory', async () => {
    expect(await limitOf('new Uint8Array(2 ** 26)')).toBe(
      'memory: check gave up on this output at tickets.proctor.md:10: it needs more than 64 MB of memory',
    )
  })

  test('depth of calls', async () => {
    expect(await limitOf('const deeper = () => deeper() + 1; deeper()')).toBe(
      'stack: check gave up on this output at tickets.proctor.md:11: its calls are nested too deeply',
    )
  })

  test('the attempt after one that reached a limit is graded as ever', async () => {
    const { grade } = await graderOf(`export function grade({ output, passed }) {
      if (output === 'loop') for (;;) {}
      if (output === 'memory') for (const all = []; ; ) all.push(new Uint8Array(1e6))
      if (output === 'stack') { const deeper = () => deeper() + 1; deeper() }
      return passed(0.5)
    }`)
    for (const output of ['loop', 'ok', 'memory', 'ok', 'stack', 'ok', 'loop', 'memory', 'stack', 'ok']) {
      const { verdict, details } = grade({ ...ITEM, output })
      expect([output, verdict]).toEqual([output, output === 'ok' ? 'passed' : 'notGraded'])
      expect(details?.limit).toBe({ loop: 'steps', memory: 'memory', stack: 'stack' }[output])
    }
  })
})

describe('console', () => {
  test('goes to the details', async () => {
    const source = `export function grade(c) {
      console.log('a', 1, { b: [true] }); console.info(null, undefined, 2n); console.warn(new Error('e'))
      console.error(Symbol('s')); console.debug(() => 1)
      return c.passed()
    }`
    const log = ['a 1 {"b":[true]}', 'null undefined 2n', 'Error: e', 'Symbol(s)', '() => 1']
    expect(await gradeOf(source)).toEqual({ verdict: 'passed', score: 1, details: { log } })
  })

  test('is kept when the grader throws, and after an await', async () => {
    const source = `export async function grade() { console.log('before'); await 0; console.log('after'); null.x }`
    expect((await gradeOf(source)).details?.log).toEqual(['before', 'after'])
  })

  test('is bounded: 100 lines of 1,000 characters', async () => {
    const source = `export const grade = (c) => { for (let i = 0; i < 150; i++) console.log('x'.repeat(2000)); return c.passed() }`
    const log = (await gradeOf(source)).details?.log ?? []
    expect(log).toHaveLength(101)
    expect(log[0]).toBe(`${'x'.repeat(999)}…`)
    expect(log[100]).toBe('… and 50 more lines')
  })

  test('shows what cannot be shown', async () => {
    const source = `export const grade = (c) => {
      const a = {}; a.a = a
      console.log(a); console.log({ toJSON() { null.x } }); console.log(new Proxy({}, { get() { throw 1 } }))
      return c.passed()
    }`
    expect((await gradeOf(source)).details?.log).toEqual(Array(3).fill('a value that cannot be shown'))
  })
})

describe('the same context gives the same grade', () => {
  test('the module is evaluated afresh for every attempt', async () => {
    const { grade } = await graderOf(`
      let count = 0
      const seen = new Set()
      export const grade = ({ output, notGraded }) => {
        count++; seen.add(output)
        return notGraded([count, ...seen].join())
      }`)
    expect(['a', 'b', 'c'].map((output) => grade({ ...ITEM, output }).reason)).toEqual(['1,a', '1,b', '1,c'])
  })

  test('globalThis takes what is added to it, for one attempt', async () => {
    for (const wait of ['', 'await 0']) {
      const { grade } = await graderOf(`
        ${wait}
        globalThis.loaded = (globalThis.loaded ?? 0) + 1
        export const grade = ({ notGraded }) => {
          globalThis.count = (globalThis.count ?? 0) + 1
          return notGraded([globalThis.loaded, globalThis.count, globalThis.Math === Math].join())
        }`)
      expect([1, 2, 3].map((attempt) => grade({ ...ITEM, attempt }).reason)).toEqual(
        Array(3).fill('1,1,true'),
      )
    }
  })

  test('randomness is the case’s and the attempt’s', async () => {
    const { grade } = await graderOf(
      `export const grade = (c) => c.notGraded([Math.random(), Math.random()].join())`,
    )
    const of = (item: Partial<GradeItem>) => grade({ ...ITEM, ...item }).reason
    expect(of({})).toBe(of({ output: 'other' }))
    expect(new Set([of({}), of({ attempt: 2 }), of({ caseId: 'b' })]).size).toBe(3)
    const numbers = of({})?.split(',').map(Number) ?? []
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
    expect(numbers[0]).not.toBe(numbers[1])
  })

  test('the clock stands at the start of 2000, UTC', async () => {
    expect(
      await evaluated(
        '[Date.now(), new Date().toISOString(), new Date(2000, 6, 1, 12).toISOString()].join()',
      ),
    ).toBe('946684800000,2000-01-01T00:00:00.000Z,2000-07-01T12:00:00.000Z')
  })

  test('a limit does not depend on what was graded before', async () => {
    const source = `export function grade({ output, passed }) { const turns = Number(output); for (let i = 0; i < turns; i++); return passed() }`
    const verdicts = async (outputs: readonly number[]) => {
      const { grade } = await graderOf(source, { timeoutMs: 20 })
      return new Map(outputs.map((output) => [output, grade({ ...ITEM, output: String(output) }).verdict]))
    }
    const around = Array.from({ length: 60 }, (_, index) => 50_000 + index * 2_000)
    const upwards = await verdicts(around)
    const downwards = await verdicts(around.toReversed())
    expect(Object.fromEntries(upwards)).toEqual(Object.fromEntries(downwards))
    expect(new Set(upwards.values())).toEqual(new Set(['passed', 'notGraded']))
  })
})

test('dispose ends it', async () => {
  const { grade, dispose } = await graderOf('export const grade = (c) => c.passed()')
  dispose()
  expect(() => grade(ITEM)).toThrow('disposed')
})
