import { nearestName } from '../text/nearest-name.ts'

/** One piece of a template: text as it stands, or the name of a value. */
type Piece = { readonly text: string } | { readonly name: string }

const MARK = /\{\{\{\{|\{\{([^{}\r\n]*)\}\}/g

/** Splits a template. `{{name}}` names a value, white space inside the braces aside; `{{{{` writes `{{`. */
const piecesOf = (template: string): readonly Piece[] => {
  const pieces: Piece[] = []
  let offset = 0
  for (const match of template.matchAll(MARK)) {
    if (match.index > offset) pieces.push({ text: template.slice(offset, match.index) })
    const name = match[1]
    pieces.push(name === undefined ? { text: '{{' } : { name: name.trim() })
    offset = match.index + match[0].length
  }
  if (offset < template.length) pieces.push({ text: template.slice(offset) })
  return pieces
}

/** The names that a template asks for, each once, in order. */
export const templateNames = (template: string): readonly string[] =>
  template.includes('{{')
    ? [...new Set(piecesOf(template).flatMap((piece) => ('name' in piece ? [piece.name] : [])))]
    : []

/**
 * Fills in a template, in one pass: what a value holds is never read as a template again.
 *
 * @param valueOf the value of a name; `undefined` leaves the `{{name}}` as it stands, which checking
 * the template beforehand (`templateProblems`) rules out
 */
export const renderTemplate = (template: string, valueOf: (name: string) => string | undefined): string =>
  template.includes('{{')
    ? piecesOf(template)
        .map((piece) => ('text' in piece ? piece.text : (valueOf(piece.name) ?? `{{${piece.name}}}`)))
        .join('')
    : template

/** What is wrong with a template, given the names that have values: one sentence each. */
export const templateProblems = (template: string, known: readonly string[]): readonly string[] => {
  if (!template.includes('{{')) return []
  const problems: string[] = []
  for (const name of templateNames(template))
    if (!known.includes(name)) problems.push(unknownName(name, known))
  const unclosed = template.replaceAll(MARK, '').indexOf('{{')
  if (unclosed !== -1)
    problems.push('Found `{{` without a name and `}}` after it; `{{{{` writes `{{` itself.')
  return problems
}

const unknownName = (name: string, known: readonly string[]): string => {
  const near = nearestName(name, known)
  const names = known.map((value) => `\`{{${value}}}\``).join(', ')
  const hint =
    near === undefined ? (known.length > 0 ? `; there are ${names}` : '') : `; did you mean \`{{${near}}}\``
  return `Unknown name \`{{${name}}}\` in the template${hint}${near === undefined ? '.' : '?'}`
}
