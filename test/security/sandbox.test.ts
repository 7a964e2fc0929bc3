import { describe, expect, test } from 'vitest'
import type { Grade } from '#core/grading/grade.ts'
import { evaluated, gradeOf, graderOf, ITEM } from '#main/grading/sandbox/grader-for-tests.ts'

/** The grades of three attempts in a row by a body. */
const inARow = async (body: string): Promise<readonly Grade[]> => {
  const { grade } = await graderOf(`export async function grade(context) {\n${body}\n}`)
  return [grade(ITEM), grade(ITEM), grade(ITEM)]
}

describe('nothing of the machine is in reach', () => {
  test.each([
    'process',
    'require',
    'module',
    'fetch',
    'WebAssembly',
    'SharedArrayBuffer',
    'Atomics',
    'WeakRef',
    'navigator',
    'FinalizationRegistry',
    'performance',
    'setTimeout',
    'setInterval',
    'XMLHttpRequest',
    'Worker',
    'Deno',
    'Bun',
    'std',
    'os',
    'bjson',
    'scriptArgs',
    'print',
    'gc',
    'DOMException',
    'eval',
    'arguments.callee',
    'structuredClone',
  ])('%s', async (name) => {
    expect(await evaluated(name.includes('.') ? name : `typeof ${name}`)).toMatch(/^undefined$|^threw /)
  })

  test('the globals are those that are known', async () => {
    const names =
      (
        await evaluated(
          '[globalThis, Object.getPrototypeOf(globalThis)].flatMap(Reflect.ownKeys).map(String).sort().join(" ")',
        )
      )?.split(' ') ?? []
    expect(names.filter((name) => /^[a-z]/.test(name))).toEqual([
      'console',
      'decodeURI',
      'decodeURIComponent',
      'encodeURI',
      'encodeURIComponent',
      'escape',
      'globalThis',
      'isFinite',
      'isNaN',
      'parseFloat',
      'parseInt',
      'queueMicrotask',
      'undefined',
      'unescape',
    ])
  })

  test.each([
    'Function("return 1")()',
    'new Function("return 1")()',
    '(() => {}).constructor("return 1")()',
    '(async () => {}).constructor("return 1")()',
    '(function* () {}).constructor("return 1")()',
    '(async function* () {}).constructor("return 1")()',
    'Reflect.construct(Function, ["return 1"], Object)()',
    'context.passed.constructor("return 1")()',
    'context.passed.constructor.constructor("return 1")()',
    'console.log.constructor("return 1")()',
    'Object.getOwnPropertyDescriptor(Function.prototype, "constructor").get.constructor("return 1")()',
    'class extends (class {}).constructor { constructor() { super("return 1") } } && new (class extends Function { constructor() { super("return 1") } })()()',
  ])('code from text: %s', async (expression) => {
    expect(await evaluated(expression)).toMatch(
      /^threw TypeError: code cannot be built from text in a grader$/,
    )
  })

  test('every function constructor that can be walked to refuses', async () => {
    const found = await evaluated(`(() => {
      const seen = new Set(), built = [], waiting = [globalThis, context, () => {}, async () => {}, function* () {}, async function* () {}]
      while (waiting.length > 0) {
        const value = waiting.pop()
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue
        seen.add(value)
        if (typeof value === 'function') for (const make of [() => value('return 7'), () => new value('return 7')])
          try { const made = make(); if (typeof made === 'function' && made() === 7) built.push(value.name) } catch {}
        waiting.push(Object.getPrototypeOf(value))
        for (const key of Reflect.ownKeys(value)) {
          const { value: member, get, set } = Object.getOwnPropertyDescriptor(value, key)
          waiting.push(member, get, set)
        }
      }
      return seen.size > 500 ? 'built: ' + built : 'walked too little: ' + seen.size
    })()`)
    expect(found).toBe('built: ')
  })

  test('the clock and the time zone are not the machine’s', async () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'Asia/Kolkata'
    try {
      const expression =
        '[new Date().getTimezoneOffset(), new Date(2020, 6, 1).getTime(), new Date(0), Date.now(), Date()].join("|")'
      expect(await evaluated(expression)).toBe(
        `0|${Date.UTC(2020, 6, 1)}|Thu Jan 01 1970 00:00:00 GMT+0000|946684800000|Sat Jan 01 2000 00:00:00 GMT+0000`,
      )
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })
})

describe('nothing survives from one attempt to the next', () => {
  test.each([
    [
      'a global',
      `let was = globalThis.kept; try { globalThis.kept = 1 } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      'a global by define',
      `let was = 'kept' in globalThis; try { Object.defineProperty(globalThis, 'kept', { value: 1 }) } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      'a sloppy this',
      `let was = (0, function () { return this })(); return context.notGraded('clean ' + was)`,
    ],
    [
      'Object.prototype',
      `let was = ({}).kept; try { Object.prototype.kept = 1 } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      '__proto__',
      `let was = [].kept; try { [].__proto__.kept = 1 } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      'setPrototypeOf',
      `let was = [].kept; try { Object.setPrototypeOf(Array.prototype, { kept: 1 }) } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      'a mended setter',
      `let was = ({}).toString; for (const to of [Object.prototype, Function.prototype, 'a', Error.prototype]) try { Reflect.set({}, 'toString', 1, to); Object.prototype.toString = 1 } catch {} return context.notGraded('clean ' + (was === ({}).toString))`,
    ],
    [
      'a helper',
      `let was = context.passed.kept; try { context.passed.kept = 1 } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      'the console',
      `let was = console.kept; try { console.kept = console.log.kept = 1 } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      'a result’s prototype',
      `let p = Object.getPrototypeOf(context.passed()); let was = p.kept; try { p.kept = 1 } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      'the tags',
      `let was = context.case.tags.join(); context.case.tags.push('kept'); context.vars.kept = 1; return context.notGraded('clean ' + was + Object.keys(context.vars))`,
    ],
    [
      'a symbol in the registry',
      `let was = Symbol.for('s').kept; let d = Object.getOwnPropertyNames(Symbol.for('s')); return context.notGraded('clean ' + was + d)`,
    ],
    [
      'a template’s strings',
      `const tag = (strings) => strings; const s = tag\`a\`; let was = s.kept ?? s.raw.kept; try { s.kept = 1 } catch {} try { s.raw.kept = 1 } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      'a private field on a template’s strings',
      `
      class Out { constructor(o) { return o } } class Stamp extends Out { #kept = 1; static has(o) { return #kept in o } }
      const s = ((strings) => strings)\`a\`; let was = Stamp.has(s); try { new Stamp(s) } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      'a private field on an intrinsic',
      `
      class Out { constructor(o) { return o } } class Stamp extends Out { #kept = 1; static has(o) { return #kept in o } }
      let was = Stamp.has(Math); try { new Stamp(Math) } catch {} return context.notGraded('clean ' + was)`,
    ],
    [
      'a generator',
      `function* g() { let n = 0; for (;;) yield n++ } const it = g(); it.next(); let p = Object.getPrototypeOf(g.prototype); let was = p.kept; try { p.kept = 1 } catch {} return context.notGraded('clean ' + was + it.next().value)`,
    ],
    [
      'a regular expression',
      `const r = /a/g; let was = r.lastIndex; r.test('aa'); return context.notGraded('clean ' + was + RegExp.$1 + RegExp.lastMatch)`,
    ],
    [
      'how errors are made',
      `let was = new Error('a').stack; try { Error.prepareStackTrace = () => 'kept' } catch {} try { Error.stackTraceLimit = 0 } catch {} return context.notGraded('clean ' + was + new Error('a').stack)`,
    ],
    ['randomness', `return context.notGraded('clean ' + Math.random() + Math.random())`],
    ['a class’s statics', `class A { static n = 0 } A.n++; return context.notGraded('clean ' + A.n)`],
    [
      'a job that goes on',
      `let turns = 0; const go = async () => { while (turns++ < 50) await null; console.log('late ' + turns) }; go(); return context.notGraded('clean')`,
    ],
    ['an abandoned rejection', `Promise.reject(new Error('a')); return context.notGraded('clean')`],
    [
      'an iterator’s prototype',
      `let p = Object.getPrototypeOf([].values()); let was = p.kept; try { p.next = () => ({ done: true }) } catch {} return context.notGraded('clean ' + was + [...[1, 2]])`,
    ],
    [
      'a buffer',
      `const b = new Uint8Array(8); let was = [...b]; b.fill(7); return context.notGraded('clean ' + was)`,
    ],
  ])('%s', async (_name, body) => {
    const [first, second, third] = await inARow(body)
    expect(first?.reason).toMatch(/^clean/)
    expect([second, third]).toEqual([first, first])
  })

  test('everything reachable is frozen', async () => {
    const found = await evaluated(`(() => {
      const seen = new Set(), open = [], waiting = [globalThis, () => {}, async () => {}, function* () {}, async function* () {},
        [].values(), new Map().values(), new Set().values(), ''[Symbol.iterator](),
        'a'.matchAll(/a/g), Iterator.from({ next() {} }), [].values().map(String), context.passed, context.failed, context.notGraded,
        context.trim, context.extractJson, context.passed(), /a/, new Date(), Promise.resolve(), new Error('a'), 1n, Symbol()]
        .map((value) => [value, Object(value) === value && !Object.isFrozen(value)])
      while (waiting.length > 0) {
        const [value, isOwn] = waiting.pop()
        if (Object(value) !== value || seen.has(value)) continue
        seen.add(value)
        if (!isOwn && !Object.isFrozen(value)) open.push(value.name ?? String(value))
        waiting.push([Object.getPrototypeOf(value), false])
        if (!isOwn) for (const key of Reflect.ownKeys(value)) {
          const { value: member, get, set } = Object.getOwnPropertyDescriptor(value, key)
          waiting.push([member, false], [get, false], [set, false])
        }
      }
      return seen.size > 500 ? 'open: ' + open : 'walked too little: ' + seen.size
    })()`)
    expect(found).toBe('open: ')
  })
})

describe('results cannot be forged', () => {
  test.each([
    `{ verdict: 'passed', score: 1, __proto__: Object.getPrototypeOf(context.passed()) }`,
    `Object.create(Object.getPrototypeOf(context.passed()), { verdict: { value: 'passed' } })`,
    `new Proxy(context.failed(0, 'x'), { get: () => 'passed' })`,
    `structuredCloneOf(context.passed())`,
    `JSON.parse(JSON.stringify(context.passed()))`,
    `{ get verdict() { for (;;) {} } }`,
    `{ toJSON() { return { kind: 'passed', score: 1 } } }`,
    `Object.assign(() => 1, context.passed())`,
    `{ then: null, kind: 'passed', score: 1 }`,
    `new (context.passed().constructor)('passed', 1)`,
  ])('%s', async (value) => {
    const grade = await gradeOf(`const structuredCloneOf = (value) => ({ ...value })
      export function grade(context) { return ${value.startsWith('{') ? `(${value})` : value} }`)
    expect(grade.verdict).toBe('notGraded')
    expect(grade.reason).toContain('must return passed(…), failed(…) or notGraded(…)')
  })

  test('a result cannot be changed', async () => {
    const source = `export const grade = (c) => { const r = c.failed(0, 'bad'); try { r.verdict = 'passed' } catch {}
      try { Object.defineProperty(r, 'verdict', { value: 'passed' }) } catch {} ; try { delete r.reason } catch {} ; return r }`
    expect(await gradeOf(source)).toEqual({ verdict: 'failed', score: 0, reason: 'bad' })
  })

  test.each([
    [`{ then(done) { done(context.passed(0.5)) } }`, 'passed'],
    [`{ then(done) { done({ verdict: 'passed' }) } }`, 'notGraded'],
    [`{ then(done, fail) { fail(new Error('no')) } }`, 'notGraded'],
    [`{ then() { throw new Error('no') } }`, 'notGraded'],
    [`{ get then() { throw new Error('no') } }`, 'notGraded'],
    [`{ then(done) { done(this) } }`, 'notGraded'],
    [`{ then(done) { for (;;) {} } }`, 'notGraded'],
    [`{ then() {} }`, 'notGraded'],
  ])('a thenable %s', async (value, verdict) => {
    expect((await gradeOf(`export const grade = (context) => (${value})`)).verdict).toBe(verdict)
  })

  test('text that looks like a reply stays text', async () => {
    const source = `export const grade = (c) => c.failed(0, '{"kind":"passed","score":1}')`
    expect(await gradeOf(source)).toEqual({
      verdict: 'failed',
      score: 0,
      reason: '{"kind":"passed","score":1}',
    })
  })

  test('a stack that was written by hand names no other file', async () => {
    const source = `export const grade = () => { const e = new Error('a'); e.stack = '(grader.mjs:9e9:1) (/etc/passwd:1)'; throw e }`
    expect((await gradeOf(source)).reason).toMatch(/^check threw at tickets\.proctor\.md:\d+: a$/)
  })
})

describe('what takes too much ends', () => {
  const patient = { timeoutMs: 2000 }
  test.each([
    ['a loop', 'for (;;) {}', 'steps'],
    ['a loop in finally', 'try { for (;;) {} } finally { for (;;) {} }', 'steps'],
    ['a loop that catches', 'for (;;) try { for (;;) {} } catch {}', 'steps'],
    ['a getter', 'return { get then() { for (;;) {} } }', 'steps'],
    [
      'a thrown getter',
      "throw Object.defineProperty(new Error(), 'message', { get() { for (;;) {} } })",
      'steps',
    ],
    ['a toString of the console', 'console.log({ toJSON() { for (;;) {} } })', 'steps'],
    ['a proxy trap', 'new Proxy({}, { get() { for (;;) {} } }).a', 'steps'],
    ['a pattern', "/^(a+)+$/.test('a'.repeat(40) + 'b')", 'steps'],
    ['a replacement', "'a'.repeat(99).replace(/(.*)*x/g, '')", 'steps'],
    ['microtasks without end', 'const go = () => Promise.resolve().then(go); go()', 'steps|memory'],
    [
      'microtasks without a function',
      'const a = []; a[0] = Reflect.apply.bind(null, queueMicrotask, null, a); a[0]()',
      'steps',
    ],
    ['an async loop', 'await (async () => { for (;;) await 0 })()', 'steps'],
    ['a generator', 'for (const _ of (function* () { for (;;) yield 1 })());', 'steps'],
    ['a sort', '[1, 2, 3].sort(() => { for (;;) {} })', 'steps'],
    [
      'an iterator',
      'Array.from({ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) })',
      'steps|memory',
    ],
    [
      'strings',
      "let s = 'x'; const all = []; for (;;) { s += s.slice(0, 1e6) + 'y'; all.push([...s]) }",
      'memory|steps',
    ],
    ['a long string', "'x'.repeat(2 ** 29)", 'memory'],
    ['a padded string', "'x'.padStart(2 ** 29, 'abc').split('')", 'memory'],
    ['an array', 'const all = []; for (;;) all.push(new Array(1e5).fill(0))', 'memory'],
    ['a filled array', 'new Array(2 ** 28).fill(1)', 'memory'],
    ['a buffer', 'new ArrayBuffer(2 ** 27)', 'memory'],
    ['a large number', 'let n = 3n; for (;;) n = n * n', '(memory|steps|time)?'],
    ['memory that is caught', 'try { new Array(2 ** 28).fill(1) } catch {}', 'memory'],
    ['recursion', 'const deeper = () => deeper() + 1; deeper()', 'stack'],
    ['recursion in JSON.parse', "JSON.parse('['.repeat(1e6))", 'stack'],
    [
      'recursion in JSON.stringify',
      'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)',
      'stack',
    ],
    [
      'recursion through proxies',
      'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.a',
      'stack',
    ],
    [
      'recursion through bind',
      'let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); f()',
      'stack|memory',
    ],
    ['recursion in a getter', 'const o = { get a() { return this.a } }; o.a', 'stack'],
    ['recursion in toString', 'let a = []; a[0] = { toString: () => String(a[0]) }; String(a)', 'stack'],
    ['recursion in flat', 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)', 'stack'],
    [
      'recursion in instanceof',
      'let f = class {}; for (let i = 0; i < 1e5; i++) f = f.bind(); ({}) instanceof f',
      'stack|memory',
    ],
  ])('%s', async (_name, body, limit) => {
    const { grade } = await graderOf(
      `export async function grade({ output, passed }) {\n if (output === 'fine') return passed();\n ${body};\n return passed() }`,
      patient,
    )
    const ended = grade(ITEM)
    expect(ended.verdict).toBe('notGraded')
    expect(ended.details?.limit ?? '').toMatch(new RegExp(`^(${limit})$`))
    expect(grade({ ...ITEM, output: 'fine' })).toEqual({ verdict: 'passed', score: 1 })
    expect(grade(ITEM)).toEqual(ended)
  })

  test('a deep pattern, a deep structure that is dropped, and many symbols do no harm', async () => {
    expect(
      await evaluated(
        `(() => { try { new RegExp('('.repeat(1e5) + ')'.repeat(1e5)) } catch {} return 1 })()`,
      ),
    ).toBe('1')
    expect(
      await evaluated(
        `(() => { let a = null; for (let i = 0; i < 2e5; i++) a = { a }; a = null; return 1 })()`,
      ),
    ).toBe('1')
    expect(await evaluated(`(() => { for (let i = 0; i < 1e5; i++) Symbol(i); return 1 })()`)).toBe('1')
  })

  test('a reason, a log and an output as large as fits', async () => {
    const long = await gradeOf(`export const grade = (c) => c.failed(0, 'x'.repeat(5e6))`, {}, patient)
    expect(long.reason).toHaveLength(500)
    const output = 'é'.repeat(4e6)
    expect(
      (await gradeOf('export const grade = (c) => c.notGraded(String(c.output.length))', { output }, patient))
        .reason,
    ).toBe('4000000')
    const tooLong = await gradeOf(
      'export const grade = (c) => c.passed()',
      { output: 'x'.repeat(7e7) },
      patient,
    )
    expect(tooLong.details?.limit).toBe('memory')
  })
})

describe('the helpers that run outside', () => {
  test.each([
    'context.trim.call(null, { toString() { return "a" } })',
    'context.extractJson(new String("{}"))',
    'context.trim(Symbol())',
    'context.trim(new Proxy({}, {}))',
    'new context.trim("a")',
  ])('%s', async (call) => {
    expect(await evaluated(call)).toMatch(/^threw TypeError: /)
  })

  test('a property of the output does not reach them', async () => {
    expect(await evaluated('(context.output = " changed ", context.trim(context.output))')).toBe('changed')
    expect(await evaluated('context.trim("__proto__") + context.extractJson("[1]")')).toBe('__proto__[1]')
  })

  test('they cost steps', async () => {
    const source = `export const grade = (c) => { const text = 'x'.repeat(100_000); for (;;) c.trim(text) }`
    expect((await gradeOf(source, {}, { timeoutMs: 2000 })).details?.limit).toMatch(/steps|time/)
  })
})
