import { FREEZE_SOURCE } from './guest-freeze.ts'

/** Lines of the console that are kept, and characters of each. */
const LOG_LINES = 100
const LOG_LINE_LENGTH = 1000

/**
 * JavaScript that runs attempts inside the interpreter: an expression that gives a function of the host's text
 * helper. Its result is a function of the one that evaluates the user's module, and of whether that one is async.
 * Its result in turn has
 *
 * - `begin(context, known)`: starts an attempt. The context, without its helpers, is JSON; `known` is what
 *   `extractJson` answers to the output: true for the output as it is, a text as the host's helper writes it, or
 *   false where nobody asked yet. Returns the reply, or the empty text where a promise is waited for;
 * - `end()`: returns the reply once every job has run.
 *
 * A reply is JSON: `{ kind, …, log? }`, `kind` being passed, failed, notGraded, threw, returned or pending.
 */
export const DRIVER_SOURCE = String.raw`(function (askHost) {
  'use strict'
  const { create, freeze, getPrototypeOf } = Object
  const { parse, stringify } = JSON

  // Everything that belongs to one attempt. begin() makes each of these anew.
  let context
  let output
  let isKnown
  let extracted
  let randomKey
  let log
  let droppedLines
  let randomState
  let settled

  const cut = (text, length) => (text.length > length ? text.slice(0, length - 1) + '…' : text)

  const describe = (value) => {
    if (typeof value === 'string') return value
    if (Error.isError(value)) return value.name + ': ' + value.message
    if (typeof value === 'object' && value !== null) return stringify(value) ?? String(value)
    return typeof value === 'bigint' ? value + 'n' : String(value)
  }
  const show = (value) => {
    try {
      return typeof value === 'string' ? stringify(value) : describe(value)
    } catch {
      return 'a value that cannot be shown'
    }
  }
  const kindOf = (value) => {
    if (value === null) return 'null'
    if (Array.isArray(value)) return 'an array'
    if (typeof value === 'object') return 'an object'
    return typeof value === 'undefined' ? 'nothing' : 'a ' + typeof value
  }

  const write = (...values) => {
    if (log.length >= ${LOG_LINES}) {
      droppedLines++
      return
    }
    const parts = values.map((value) => {
      try {
        return describe(value)
      } catch {
        return 'a value that cannot be shown'
      }
    })
    log.push(cut(parts.join(' '), ${LOG_LINE_LENGTH}))
  }
  const console = { log: write, info: write, warn: write, error: write, debug: write }

  // FNV-1a over the case and the attempt, then mulberry32.
  const seedOf = (text) => {
    let hash = 0x811c9dc5
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    return hash | 0
  }
  const random = () => {
    randomState = ((randomState ?? seedOf(randomKey)) + 0x6d2b79f5) | 0
    let mixed = Math.imul(randomState ^ (randomState >>> 15), 1 | randomState)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  class Result {
    #own = true
    constructor(verdict, score, reason) {
      this.verdict = verdict
      if (score !== undefined) this.score = score
      if (reason !== undefined) this.reason = reason
      freeze(this)
    }
    static isOwn(value) {
      return typeof value === 'object' && value !== null && #own in value
    }
  }
  const { isOwn } = Result
  delete Result.prototype.constructor
  freeze(Result.prototype)

  const checkScore = (helper, score) => {
    if (typeof score !== 'number' || !(score >= 0 && score <= 1))
      throw new RangeError(helper + ': the score is a number from 0 to 1, got ' + show(score))
    return score + 0
  }
  const textOf = (reason) => (reason === undefined || typeof reason === 'string' ? reason : show(reason))
  const passed = (score = 1) => new Result('passed', checkScore('passed(score)', score))
  const failed = (score, reason) =>
    new Result('failed', checkScore('failed(score, reason)', score), textOf(reason))
  const notGraded = (reason) => new Result('notGraded', undefined, textOf(reason))

  // The host knows the output: the text that is asked about most often need not cross.
  const ask = (helper, text) => {
    if (typeof text !== 'string') throw new TypeError(helper + '(text): the text is a string, got ' + kindOf(text))
    return read(text, text === output ? askHost(helper) : askHost(helper, stringify(text)))
  }
  const read = (text, answer) => {
    if (answer === undefined) return text
    if (answer[0] === '"') return parse(answer)
    throw new Error(parse(answer.slice(1)))
  }
  const extractJson = (text) =>
    isKnown && text === output ? read(text, extracted) : ask('extractJson', text)
  const trim = (text) => ask('trim', text)

  // An error of a class of the user's starts in its constructors; it was thrown where these were called.
  const NATIVE_ERRORS = new Set(
    [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError].map((made) => made.prototype),
  )
  const stackOf = (error) => {
    if (NATIVE_ERRORS.has(getPrototypeOf(error))) return String(error.stack)
    const classes = new Set()
    for (let made = getPrototypeOf(error); made !== null; made = getPrototypeOf(made))
      classes.add(made.constructor?.name)
    const frames = String(error.stack).split('\n')
    const thrownIn = frames.findIndex((frame) => !classes.has(/^ *at (\S+) \(/.exec(frame)?.[1]))
    return frames.slice(thrownIn).join('\n')
  }
  const fault = (error) => {
    try {
      if (!Error.isError(error)) return { kind: 'threw', message: cut(show(error), 2000), thrown: kindOf(error) }
      const message = String(error.message)
      return { kind: 'threw', message: cut(message === '' ? String(error.name) : message, 2000), stack: stackOf(error) }
    } catch {
      return { kind: 'threw', message: 'an error that cannot be read' }
    }
  }
  const verdictOf = (value) => {
    if (!isOwn(value)) return { kind: 'returned', what: kindOf(value) }
    const { verdict, score, reason } = value
    return { kind: verdict, score, reason }
  }
  const reply = (outcome) => {
    if (log.length > 0)
      outcome.log = droppedLines > 0 ? [...log, '… and ' + droppedLines + ' more lines'] : log
    return stringify(outcome)
  }

  const call = (grade) => {
    if (typeof grade !== 'function') throw new TypeError('grade is not a function but ' + kindOf(grade))
    return grade(context)
  }
  const isThenable = (value) =>
    value instanceof Promise || (typeof value === 'object' && value !== null && typeof value.then === 'function')

  const use = (evaluate, isAsync) =>
    freeze({
      begin: (text, known) => {
        context = parse(text)
        output = context.output
        isKnown = known !== false
        extracted = known === true ? undefined : known
        randomKey = context.attempt + ' ' + context.case.id
        context.passed = passed
        context.failed = failed
        context.notGraded = notGraded
        context.extractJson = extractJson
        context.trim = trim
        log = []
        droppedLines = 0
        randomState = undefined
        settled = { kind: 'pending' }
        try {
          // What the user adds to globalThis is gone with the attempt, like everything else.
          const own = create(globalThis)
          // An async module gives its function in an array, for a function may have a "then".
          const value = isAsync ? evaluate(own).then(([grade]) => call(grade)) : call(evaluate(own))
          if (!isOwn(value) && isThenable(value)) {
            Promise.resolve(value).then(
              (result) => {
                settled = verdictOf(result)
              },
              (error) => {
                settled = fault(error)
              },
            )
            return ''
          }
          settled = verdictOf(value)
        } catch (error) {
          settled = fault(error)
        }
        return reply(settled)
      },
      end: () => reply(settled),
    })

  for (const made of [askHost, cut, passed, failed, notGraded, extractJson, trim, write]) freeze(made)
  const freezeAll = ${FREEZE_SOURCE}
  freezeAll(random, console)
  return use
})`
