import type { Diagnostic, Place } from '../diagnostics.ts'
import type { JsonValue } from '../json.ts'
import type { Message } from '../suite/suite.ts'

/** A case as another format tells it: plain data, texts as they stood there. */
export interface ImportedCase {
  readonly id?: string
  readonly input?: string
  readonly vars?: Readonly<Record<string, string>>
  readonly messages?: readonly Message[]
  /** Absent where the file has no expected value; an empty cell of a table is none. */
  readonly expect?: string
  readonly expectJson?: JsonValue
  readonly tags?: readonly string[]
  readonly graders?: readonly JsonValue[]
  readonly attempts?: number
  readonly attachments?: readonly string[]
  readonly notes?: string
}

/** All cases of a file in its order, or what is wrong with it: nothing is ever half imported. */
export type ImportResult =
  | { readonly ok: true; readonly cases: readonly ImportedCase[]; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/** Beyond this many a file has another problem than its rows. */
export const MOST_ERRORS = 20

export const errorAt = (place: Place, message: string): Diagnostic => ({
  ...place,
  severity: 'error',
  message,
})

export const warningAt = (place: Place, message: string): Diagnostic => ({
  ...place,
  severity: 'warning',
  message,
})

/** The place of an offset in a text, for messages about few of them. */
export const placeAt = (file: string, text: string, offset: number): Place => {
  const before = text.slice(0, offset)
  const lineBreaks = before.match(/\r\n|\n|\r/g)
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  return { file, line: (lineBreaks?.length ?? 0) + 1, column: offset - lineStart + 1 }
}

/** What was found, short enough for a sentence, on one line. */
export const quoted = (text: string): string => {
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text
  return JSON.stringify(shown)
}

/** Remembers ids and tells where an id stood first. */
export const idRegister = (): ((id: string, line: number) => number | undefined) => {
  const lines = new Map<string, number>()
  return (id, line) => {
    const first = lines.get(id)
    if (first === undefined) lines.set(id, line)
    return first
  }
}

export const duplicateId = (place: Place, id: string, firstLine: number): Diagnostic =>
  errorAt(place, `the id ${quoted(id)} stands in line ${firstLine} already; each case needs its own`)

/** White space around an expected value: exactMatch trims the output but not the expected value. */
export const paddingWarning = (count: number, first: Place): readonly Diagnostic[] => {
  if (count === 0) return []
  const what =
    count === 1
      ? 'an expected value starts or ends with white space'
      : `${count} expected values start or end with white space, the first of them here`
  return [
    warningAt(first, `${what}; exactMatch trims the output, not the expected value, and can never pass`),
  ]
}
