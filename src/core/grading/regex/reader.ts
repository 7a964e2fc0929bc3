import type { Fold } from './case-folding.ts'
import { BACKSLASH, isAsciiDigit, isAsciiLetter, isAsciiSpace } from './points.ts'

/** Thrown while a pattern is read, and turned into a value before it leaves `parsePattern`. */
export class Fault extends Error {
  readonly index: number
  constructor(message: string, index: number) {
    super(message)
    this.index = index
  }
}

export interface ReaderFlags {
  readonly ignoreCase: boolean
  readonly unicodeCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
  readonly unixLines: boolean
  readonly comments: boolean
  readonly unicodeClasses: boolean
  readonly canonical: boolean
}

export const foldOf = (flags: ReaderFlags): Fold =>
  !flags.ignoreCase ? 'none' : flags.unicodeCase ? 'unicode' : 'ascii'

const HASH = 0x23
const NEWLINE = 0x0a

interface Source {
  readonly points: readonly number[]
  /** Where each point stands in the pattern, in UTF-16 units; one more for the end. */
  readonly places: readonly number[]
}

const decode = (pattern: string): Source => {
  const points: number[] = []
  const places: number[] = []
  let place = 0
  for (const character of pattern) {
    points.push(character.codePointAt(0) ?? 0)
    places.push(place)
    place += character.length
  }
  places.push(place)
  return { points, places }
}

/**
 * Java rewrites `\Q…\E` into escapes before it reads the pattern, which shows: a quote may be part of
 * a class, and a quantifier after it takes its last character alone.
 */
const unquote = ({ points, places }: Source): Source => {
  const out: number[] = []
  const at: number[] = []
  const put = (index: number, ...values: readonly number[]): void => {
    for (const value of values) {
      out.push(value)
      at.push(places[index] ?? 0)
    }
  }
  let quoted = false
  let quoteBegins = false
  for (let i = 0; i < points.length; i++) {
    const point = points[i] ?? 0
    const next = points[i + 1]
    if (!quoted) {
      if (point !== BACKSLASH) put(i, point)
      else if (next === 0x51) {
        quoted = true
        quoteBegins = true
        i++
      } else {
        put(i, point)
        if (next !== undefined) put(++i, next)
      }
      continue
    }
    if (point === BACKSLASH && next === 0x45) {
      quoted = false
      i++
    } else if (isAsciiDigit(point)) {
      // `\1` or `{2` before the quote must not grow by its digit.
      if (quoteBegins) put(i, BACKSLASH, 0x78, 0x33)
      put(i, point)
    } else if (point < 0x80 && !isAsciiLetter(point)) put(i, BACKSLASH, point)
    else put(i, point)
    quoteBegins = false
  }
  return { points: out, places: [...at, places.at(-1) ?? 0] }
}

/**
 * The pattern as code points with a cursor. Past its end it gives zeros, as Java's does. Under the
 * flag COMMENTS, `peek`, `next` and `read` step over white space and comments; the raw ones do not.
 */
export class PatternReader {
  readonly points: readonly number[]
  cursor = 0
  flags: ReaderFlags
  readonly #places: readonly number[]
  /** What stands just past the end, where Java puts a closing brace while it looks for one. */
  #sentinel = 0

  constructor(pattern: string, flags: ReaderFlags) {
    const source = unquote(decode(pattern))
    this.points = source.points
    this.#places = source.places
    this.flags = flags
  }

  get length(): number {
    return this.points.length
  }

  at(index: number): number {
    if (index === this.length) return this.#sentinel
    if (index > this.length + 1) throw this.fault('the pattern ends too early', this.length)
    return this.points[index] ?? 0
  }

  /** The place in the pattern of the point at an index. */
  place(index: number): number {
    return this.#places[Math.max(0, Math.min(index, this.length))] ?? 0
  }

  /** The place in the pattern where the cursor stands. */
  here(): number {
    return this.place(this.cursor)
  }

  fault(message: string, index: number): Fault {
    return new Fault(message, this.place(index))
  }

  peek(): number {
    return this.#skip(this.at(this.cursor))
  }

  next(): number {
    return this.#skip(this.at(++this.cursor))
  }

  read(): number {
    let point = this.at(this.cursor++)
    if (!this.flags.comments) return point
    while (isAsciiSpace(point) || point === HASH) {
      while (isAsciiSpace(point)) point = this.at(this.cursor++)
      if (point !== HASH) continue
      do point = this.at(this.cursor++)
      while (point !== 0 && !this.#breaksLine(point))
      if (point === 0 && this.cursor > this.length) {
        this.cursor = this.length
        point = this.at(this.cursor++)
      }
    }
    return point
  }

  nextRaw(): number {
    return this.at(++this.cursor)
  }

  /** The point after the current one, with the cursor past both. */
  skipRaw(): number {
    const point = this.at(this.cursor + 1)
    this.cursor += 2
    return point
  }

  unread(): void {
    this.cursor--
  }

  /** Runs with a closing brace past the end, so that a search for one always ends. */
  withClosingBrace(search: () => void): void {
    this.#sentinel = 0x7d
    try {
      search()
    } finally {
      this.#sentinel = 0
    }
  }

  #skip(first: number): number {
    let point = first
    if (!this.flags.comments) return point
    while (isAsciiSpace(point) || point === HASH) {
      while (isAsciiSpace(point)) point = this.at(++this.cursor)
      if (point !== HASH) continue
      do point = this.at(++this.cursor)
      while (point !== 0 && !this.#breaksLine(point))
      if (point === 0 && this.cursor > this.length) {
        this.cursor = this.length
        point = this.at(this.cursor)
      }
    }
    return point
  }

  #breaksLine(point: number): boolean {
    return (
      point === NEWLINE ||
      (!this.flags.unixLines && (point === 0x0d || point === 0x85 || point === 0x2028 || point === 0x2029))
    )
  }
}
