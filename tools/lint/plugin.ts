import { importTableRule } from './import-table-rule.ts'
import { pureCoreRule } from './pure-core-rule.ts'

/** The rules of this repository, as an oxlint plugin named `house`. */
export default {
  meta: { name: 'house' },
  rules: { 'import-table': importTableRule, 'pure-core': pureCoreRule },
}
