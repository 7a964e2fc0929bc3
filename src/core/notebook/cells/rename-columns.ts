import { caseSettingsSchema, type CasesFile } from '../settings/case-settings.ts'
import type { MapEntry, YamlNode } from '../yaml/yaml-node.ts'

export type Columns = NonNullable<CasesFile['columns']>

const FIELDS = Object.keys(caseSettingsSchema.shape)

/**
 * Gives a record's members the names of a case's fields, as a table's columns get them: those that no column names keep
 * theirs where it is one of a case's fields, and are left out where it is none.
 */
export const renameColumns = (node: YamlNode, columns: Columns | undefined): YamlNode => {
  if (!columns || node.type !== 'map') return node
  const named = Object.values(columns).flat()
  const entries: MapEntry[] = node.entries.filter(
    ({ key: { text } }) => FIELDS.includes(text) && !named.includes(text) && !Object.hasOwn(columns, text),
  )
  const vars: MapEntry[] = []
  for (const [field, wanted] of Object.entries(columns))
    for (const column of typeof wanted === 'string' ? [wanted] : (wanted ?? [])) {
      const entry = node.entries.find(({ key }) => key.text === column)
      if (!entry) continue
      if (field === 'vars') vars.push(entry)
      else entries.push({ ...entry, key: { ...entry.key, text: field, value: field } })
    }
  if (vars.length > 0)
    entries.push({
      key: {
        type: 'scalar',
        start: node.start,
        end: node.start,
        text: 'vars',
        value: 'vars',
        style: 'plain',
      },
      value: { ...node, entries: vars },
    })
  return { ...node, entries }
}
