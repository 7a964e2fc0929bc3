import type { CasesFile } from '../settings/case-settings.ts'
import type { MapEntry, YamlNode } from '../yaml/yaml-node.ts'

export type Columns = NonNullable<CasesFile['columns']>

/** Gives a record's members the names of a case's fields. Members that no column names are left out. */
export const renameColumns = (node: YamlNode, columns: Columns | undefined): YamlNode => {
  if (!columns || node.type !== 'map') return node
  const entries: MapEntry[] = []
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
