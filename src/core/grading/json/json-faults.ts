import { isJsonWhitespace } from './last-value.ts'

/** What JSON's writers commonly get wrong, by the name that a reason calls it. */
export type FaultName =
  | 'cut off'
  | 'trailing comma'
  | 'single quotes'
  | 'comments'
  | 'curly quotes'
  | 'NaN'
  | 'True, False or None'
  | 'unquoted text'
  | 'missing comma'
  | 'raw line break in a string'
  | 'unknown escape'
  | 'a second value'

/** One place where a text is not JSON. */
export interface JsonFault {
  /** The index of the UTF-16 unit that JSON does not allow there; the text's length where the text ends too early. */
  readonly offset: number
  /** What JSON allows there. */
  readonly wanted: string
  readonly name?: FaultName
  /** Whether the fault is before the value, or after it: words around JSON rather than broken JSON. */
  readonly around?: 'before' | 'after'
}

/**
 * Where and how a text is not JSON. The first fault is where a strict reader stops; after a fault whose meaning is
 * plain (a comment, single quotes …) the scan goes on, so that every kind is named once. The text is only looked at:
 * what the scan reads is never used as a value. Empty exactly where `JSON.parse` takes the text. Linear in time.
 */
export const findJsonFaults = (text: string): readonly JsonFault[] => {
  const scan = new Scan(text)
  scan.run()
  return scan.faults
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?/y
/** The longest start of a number: what a strict reader takes before it stops. */
const NUMBER_START = /-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[Ee][+-]?\d*)?)?|[Ee][+-]?\d*)?)?/y
const NUMBER_LIKE = /[-+]?[\w.+-]*/y
const WORD = /-?[\p{ID_Start}$_][\p{ID_Continue}$-]*/uy
const STRING_STOP = /["\\\u0000-\u001f]/g
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y
const ESCAPE_START = /\\(?:u[\dA-Fa-f]{0,3})?$/y
const CURLY = /[\u2018-\u201f\u00ab\u00bb]/
const CURLY_END = /[\u2018-\u201f\u00ab\u00bb"\n]/g
const SINGLE_END = /\\[^]|'/g
const NOT_A_NUMBER = /^-?(?:NaN|Infinity)$/
const PYTHON = /^(?:True|False|None|undefined)$/
const LITERALS: readonly string[] = ['true', 'false', 'null']

type Expected = 'value' | 'key' | 'colon' | 'comma'

/** The state of one scan; a class because a dozen steps share it. */
class Scan {
  readonly faults: JsonFault[] = []
  readonly text: string
  #index = 0
  #expected: Expected = 'value'
  /** The closing brackets that are still to come. */
  readonly #closers: string[] = []
  #afterComma = false
  #justOpened = false
  #stopped = false

  constructor(text: string) {
    this.text = text
  }

  run(): void {
    while (!this.#stopped) {
      this.#skipSpace()
      if (this.#stopped) return
      const character = this.text.charAt(this.#index)
      if (this.#isDone()) {
        if (character !== '')
          this.#fail('the end of the text', /["[{]/.test(character) ? 'a second value' : undefined, 'after')
        return
      }
      if (character === '') this.#cutOff(this.#wanted())
      else if (character === this.#closers.at(-1) && this.#mayClose()) this.#close()
      else if (this.#expected === 'comma') this.#comma(character)
      else if (this.#expected === 'colon') this.#colon(character)
      else this.#token(character)
    }
  }

  #isDone(): boolean {
    return this.#closers.length === 0 && this.#expected === 'comma'
  }

  #wanted(): string {
    const closer = this.#closers.at(-1)
    if (this.#expected === 'comma') return `"," or "${closer}"`
    if (this.#expected === 'colon') return '":"'
    const thing = this.#expected === 'key' ? 'a key in double quotes' : 'a value'
    return this.#justOpened && closer !== undefined ? `${thing} or "${closer}"` : thing
  }

  /** Notes the fault that stops the scan. */
  #fail(wanted: string, name?: FaultName, around?: 'before' | 'after'): void {
    this.#note(this.#index, wanted, name, around)
    this.#stopped = true
  }

  #note(offset: number, wanted: string, name?: FaultName, around?: 'before' | 'after'): void {
    if (name !== undefined && this.faults.some((fault) => fault.name === name)) return
    this.faults.push({ offset, wanted, ...(name && { name }), ...(around && { around }) })
  }

  #cutOff(wanted: string): void {
    this.#index = this.text.length
    const nothing = this.#closers.length === 0 && this.#expected === 'value' && this.text.trim() === ''
    this.#fail(wanted, nothing ? undefined : 'cut off')
  }

  #skipSpace(): void {
    while (this.#index < this.text.length) {
      const unit = this.text.charCodeAt(this.#index)
      if (isJsonWhitespace(unit)) this.#index++
      else if (this.#startsComment()) this.#skipComment()
      else if (unit > 0x7f && this.text.charAt(this.#index).trim() === '') {
        this.#note(this.#index, this.#isDone() ? 'the end of the text' : this.#wanted())
        this.#index++
      } else return
    }
  }

  #startsComment(): boolean {
    const { text } = this
    return (
      text.startsWith('//', this.#index) ||
      text.startsWith('/*', this.#index) ||
      (text.charAt(this.#index) === '#' && (this.#closers.length > 0 || this.#isDone()))
    )
  }

  #skipComment(): void {
    this.#note(this.#index, this.#isDone() ? 'the end of the text' : this.#wanted(), 'comments')
    const end = this.text.startsWith('/*', this.#index) ? '*/' : '\n'
    const stop = this.text.indexOf(end, this.#index + 1)
    if (stop === -1 && end === '*/') this.#cutOff('"*/"')
    this.#index = stop === -1 ? this.text.length : stop + end.length
  }

  #mayClose(): boolean {
    return this.#expected === 'comma' || this.#justOpened || this.#afterComma
  }

  #close(): void {
    if (this.#afterComma) this.#note(this.#index, this.#wanted(), 'trailing comma')
    this.#closers.pop()
    this.#index++
    this.#finishValue()
  }

  #finishValue(): void {
    this.#expected = 'comma'
    this.#afterComma = false
    this.#justOpened = false
  }

  #comma(character: string): void {
    const inObject = this.#closers.at(-1) === '}'
    if (character === ',') {
      this.#index++
      this.#afterComma = true
    } else if (/[\p{ID_Start}"'[{\d\u2018-\u201f-]/u.test(character)) {
      this.#note(this.#index, this.#wanted(), 'missing comma')
    } else return this.#fail(this.#wanted())
    this.#expected = inObject ? 'key' : 'value'
  }

  #colon(character: string): void {
    if (character !== ':') return this.#fail(this.#wanted())
    this.#index++
    this.#expected = 'value'
  }

  /** A key or a value. */
  #token(character: string): void {
    const start = this.#index
    const isValue = this.#expected === 'value'
    if (isValue && (character === '{' || character === '[')) return this.#open(character)
    if (character === '"') this.#string()
    else if (character === "'") this.#single()
    else if (CURLY.test(character)) this.#curly()
    else if (isValue && /[-+.\d]/.test(character) && !this.#isNegativeWord()) this.#number()
    else this.#word()
    if (this.#stopped || this.#index === start) return
    if (isValue) this.#finishValue()
    else {
      this.#expected = 'colon'
      this.#afterComma = false
      this.#justOpened = false
    }
  }

  #open(character: string): void {
    this.#closers.push(character === '{' ? '}' : ']')
    this.#expected = character === '{' ? 'key' : 'value'
    this.#afterComma = false
    this.#justOpened = true
    this.#index++
  }

  #string(): void {
    let next = this.#index + 1
    while (true) {
      STRING_STOP.lastIndex = next
      const stop = STRING_STOP.exec(this.text)
      if (!stop) return this.#cutOff('the rest of the string')
      next = stop.index + 1
      if (stop[0] === '"') break
      if (stop[0] !== '\\') this.#note(stop.index, 'an escape such as \\n', 'raw line break in a string')
      else {
        ESCAPE.lastIndex = stop.index
        if (ESCAPE.test(this.text)) next = ESCAPE.lastIndex
        else {
          ESCAPE_START.lastIndex = stop.index
          if (ESCAPE_START.test(this.text)) return this.#cutOff('the rest of the string')
          this.#note(
            stop.index + 1,
            'one of the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX',
            'unknown escape',
          )
          next++
        }
      }
    }
    this.#index = next
  }

  #single(): void {
    this.#note(this.#index, this.#wanted(), 'single quotes', this.#before())
    SINGLE_END.lastIndex = this.#index + 1
    let end = SINGLE_END.exec(this.text)
    while (end && end[0] !== "'") end = SINGLE_END.exec(this.text)
    if (!end) return this.#cutOff('the rest of the string')
    this.#index = SINGLE_END.lastIndex
  }

  #curly(): void {
    this.#note(this.#index, this.#wanted(), 'curly quotes', this.#before())
    CURLY_END.lastIndex = this.#index + 1
    const end = CURLY_END.exec(this.text)
    if (!end) return this.#cutOff('the rest of the string')
    this.#index = CURLY_END.lastIndex
  }

  #isNegativeWord(): boolean {
    return /^-\p{ID_Start}/u.test(this.text.slice(this.#index, this.#index + 3))
  }

  #number(): void {
    const strictEnd = this.#endOf(NUMBER)
    const end = this.#endOf(NUMBER_LIKE)
    const startEnd = this.#endOf(NUMBER_START)
    if (strictEnd !== end) {
      if (startEnd === this.text.length) return this.#cutOff('the rest of the number')
      this.#note(startEnd, 'a number as JSON writes it', undefined, this.#before())
    }
    this.#index = end
  }

  #endOf(pattern: RegExp): number {
    pattern.lastIndex = this.#index
    return pattern.test(this.text) ? pattern.lastIndex : this.#index
  }

  #word(): void {
    WORD.lastIndex = this.#index
    const word = WORD.exec(this.text)?.[0] ?? ''
    const isValue = this.#expected === 'value'
    if (isValue && LITERALS.includes(word)) {
      this.#index += word.length
      return
    }
    const atEnd = this.#index + word.length === this.text.length
    if (isValue && atEnd && LITERALS.some((literal) => word !== '' && literal.startsWith(word))) {
      return this.#cutOff('the rest of the word')
    }
    if (isValue && NOT_A_NUMBER.test(word)) this.#note(this.#index, this.#wanted(), 'NaN')
    else if (isValue && PYTHON.test(word)) this.#note(this.#index, this.#wanted(), 'True, False or None')
    else if (word === '' || this.#before()) return this.#fail(this.#wanted(), undefined, this.#before())
    else this.#note(this.#index, this.#wanted(), 'unquoted text')
    this.#index += word.length
  }

  #before(): 'before' | undefined {
    return this.#closers.length === 0 ? 'before' : undefined
  }
}
