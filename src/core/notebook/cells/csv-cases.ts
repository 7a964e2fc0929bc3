import { readDelimited } from '../../formats/delimited-text.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { CASE_COLUMNS } from '../settings/case-settings.ts'
import { parseJson, readJsonLine } from '../yaml/read-json-line.ts'
import type { MapEntry, Problem, ScalarNode, YamlNode } from '../yaml/yaml-node.ts'
import type { CellContent } from './cell-content.ts'
import { readCaseNodes } from './read-cases.ts'
import type { Columns } from './rename-columns.ts'

interface Field {
  readonly text: string
  readonly quoted: boolean
  readonly offset: number
}

/**
 * Reads a table of cases with a header. Columns are named like the fields of a case (`expected` is
 * another name of `expect`); any other column is a value of the template. An empty field that is not
 * quoted is no value.
 */
export const readCsvCases = (
  text: string,
  problems: Problem[],
  columns: Columns = {},
): Extract<CellContent, { kind: 'cases' }> => {
  const [header, ...records] = readRows(text, problems)
  if (!header) return { kind: 'cases', cases: [] }
  const before = problems.length
  const roles = columnRoles(header, columns, problems)
  if (problems.slice(before).some(({ severity }) => severity !== 'warning'))
    return { kind: 'cases', cases: [] }
  const nodes = records.flatMap((record) => {
    if (record.length === header.length) return [rowNode(record, roles, problems)]
    problems.push({
      offset: (record[header.length] ?? record[0])?.offset ?? 0,
      message: `This row has ${record.length} ${record.length === 1 ? 'column' : 'columns'}; expected ${header.length}, as the header has.`,
    })
    return []
  })
  return { kind: 'cases', cases: readCaseNodes(nodes, { text, problems }) }
}

const readRows = (text: string, problems: Problem[]): readonly (readonly Field[])[] => {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  const read = readDelimited(text, { delimiter: delimiterOf(text), skipsSpaces: false, start })
  if (!read.ok) {
    problems.push({ offset: read.offset, message: `This is not valid CSV: ${read.message}.` })
    return []
  }
  return read.rows.map(({ cells, offsets }) =>
    cells.map((cell, index) => {
      const offset = offsets[index] ?? 0
      return { text: cell, offset, quoted: text[offset] === '"' }
    }),
  )
}

/** The character among comma, semicolon and tab that the first line has most of. */
const delimiterOf = (text: string): string => {
  const first = /^[^\r\n]*/.exec(text)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: first.split(delimiter).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}

/** What a column is: a field of the case, or a value of the template. */
interface Role {
  readonly field: string
  /** For a value of the template: its name. */
  readonly variable?: string
}

const columnRoles = (
  header: readonly Field[],
  columns: Columns,
  problems: Problem[],
): readonly (readonly Role[])[] => {
  const names = header.map(({ text }) => text.trim())
  const start = header[0]?.offset ?? 0
  const known: readonly string[] = CASE_COLUMNS
  const roles = names.map((): Role[] => [])
  const asked = Object.entries(columns).flatMap(([field, wanted]) =>
    (typeof wanted === 'string' ? [wanted] : (wanted ?? [])).map((column) => ({ field, column })),
  )
  for (const { field, column } of asked) {
    const role = roles[names.indexOf(column)]
    const near = nearestName(column, names)
    if (role) role.push(field === 'vars' ? { field, variable: column } : { field })
    else
      problems.push({
        offset: start,
        message: `There is no column \`${column}\`${near === undefined ? `; there are ${names.join(', ')}.` : `; did you mean \`${near}\`?`}`,
      })
  }
  for (const [index, name] of names.entries()) {
    const role = roles[index]
    if (!role || role.length > 0) continue
    const field = name === 'expected' && !names.includes('expect') ? 'expect' : name
    if (known.includes(field)) {
      if (!Object.hasOwn(columns, field)) role.push({ field })
    } else if (asked.length === 0) role.push(variableRole(name, known, header[index]?.offset ?? 0, problems))
  }
  for (const [index, name] of names.entries())
    if (names.indexOf(name) !== index)
      problems.push({
        offset: header[index]?.offset ?? 0,
        message: `The header has the column \`${name}\` twice.`,
      })
  return roles
}

const variableRole = (name: string, known: readonly string[], offset: number, problems: Problem[]): Role => {
  const near = nearestName(name, [...known, 'expected'])
  if (near !== undefined)
    problems.push({
      offset,
      severity: 'warning',
      message: `The column \`${name}\` is read as a value of the template; did you mean \`${near}\`?`,
    })
  return { field: 'vars', variable: name.replace(/^vars\./, '') }
}

const rowNode = (
  record: readonly Field[],
  roles: readonly (readonly Role[])[],
  problems: Problem[],
): YamlNode => {
  const entries: MapEntry[] = []
  const vars: MapEntry[] = []
  const start = record[0]?.offset ?? 0
  for (const [index, { text, quoted, offset }] of record.entries())
    for (const { field, variable } of roles[index] ?? []) {
      if (text === '' && !quoted) continue
      if (variable !== undefined) vars.push({ key: scalar(variable, offset), value: scalar(text, offset) })
      else entries.push({ key: scalar(field, offset), value: fieldNode(field, text, offset, problems) })
    }
  const place = { type: 'map', start, end: start, flow: true } as const
  if (vars.length > 0) entries.push({ key: scalar('vars', start), value: { ...place, entries: vars } })
  return { ...place, entries }
}

const scalar = (text: string, offset: number): ScalarNode => ({
  type: 'scalar',
  start: offset,
  end: offset,
  text,
  value: text,
  style: 'quoted',
})

const fieldNode = (key: string, text: string, offset: number, problems: Problem[]): YamlNode => {
  if (key === 'tags') {
    const items = text.split(/[,;|]/).map((tag) => tag.trim())
    return {
      type: 'list',
      start: offset,
      end: offset,
      flow: true,
      items: items.filter((tag) => tag !== '').map((tag) => scalar(tag, offset)),
    }
  }
  if (key === 'attempts' && /^\d+$/.test(text.trim())) return { ...scalar(text, offset), value: Number(text) }
  if (key !== 'expectJson') return scalar(text, offset)
  const parsed = parseJson(text)
  if (!parsed.ok) problems.push({ offset, message: `\`expectJson\`: ${parsed.problem.message}` })
  const flat = JSON.stringify(parsed.ok ? parsed.value : null)
  const { node } = readJsonLine(flat, 0, flat.length)
  return node ?? scalar(text, offset)
}
