import type { Diagnostic, Place } from '../diagnostics.ts'
import { decodeText } from './decode-text.ts'
import {
  duplicateId,
  errorAt,
  idRegister,
  MOST_ERRORS,
  paddingWarning,
  type ImportedCase,
  type ImportResult,
} from './imported-case.ts'
import { caseOfObject } from './json-case.ts'
import { parseJsonLine } from './json-line.ts'

/**
 * Cases from JSON Lines: one object a line, with the fields of a case (`expected` is another name of
 * `expect`). Numbers, `true` and `false` where a text belongs are taken as they are written; null is no value.
 * A line without `input`, `vars` and `messages` keeps its unknown fields as `vars`; else they are errors.
 * Empty lines are skipped. Any broken line is an error with its place, and then nothing is imported.
 */
export const importJsonLines = (bytes: Uint8Array, fileName: string): ImportResult => {
  const decoded = decodeText(bytes)
  if (!decoded.ok) {
    const place = { file: fileName, line: decoded.line, column: decoded.column }
    return { ok: false, diagnostics: [errorAt(place, decoded.message)] }
  }
  const diagnostics: Diagnostic[] = []
  const padded: Place[] = []
  const cases: ImportedCase[] = []
  const register = idRegister()
  for (const [index, line] of decoded.text.split(/\r\n|\n|\r/).entries()) {
    if (diagnostics.length >= MOST_ERRORS) break
    if (line.trim() === '') continue
    const place: Place = { file: fileName, line: index + 1, column: 1 }
    const parsed = parseJsonLine(line)
    if (!parsed.ok) {
      diagnostics.push(errorAt({ ...place, column: parsed.column }, parsed.message))
      continue
    }
    const { found, problems } = caseOfObject(parsed.value, parsed.written)
    diagnostics.push(...problems.map((message) => errorAt(place, message)))
    const first = found.id === undefined ? undefined : register(found.id, index + 1)
    if (found.id !== undefined && first !== undefined) diagnostics.push(duplicateId(place, found.id, first))
    if (found.expect !== undefined && found.expect !== found.expect.trim()) padded.push(place)
    cases.push(found)
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics }
  const [firstPadded] = padded
  return { ok: true, cases, warnings: firstPadded ? paddingWarning(padded.length, firstPadded) : [] }
}
