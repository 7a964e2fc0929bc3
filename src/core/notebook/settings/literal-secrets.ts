import type { Problem, YamlNode } from '../yaml/yaml-node.ts'

/** Names whose values are secrets: `Authorization`, `x-api-key`, `OPENAI_API_KEY`, `accessToken`. */
const SECRET_NAME =
  /(?:^|-)(?:(?:api|access|private|secret|subscription|auth|signing|encryption)-?key|token|secret|password|passwd|passphrase|authorization|cookie|credentials?)$/
const KEY_NAME = /(?:^|-)key$/
const LONG_WORD = /^[\w+/=.-]{16,}$/

/** Values that only a secret looks like, whatever they are called. */
const SECRET_VALUE = [
  /\bsk-[\w-]{16,}/,
  /\b(?:ghp|gho|ghu|ghs|ghr)_\w{20,}/,
  /\bgithub_pat_\w{20,}/,
  /\bxox[abprs]-[\w-]{10,}/,
  /\bAIza[\w-]{30,}/,
  /\bAKIA[A-Z\d]{16}\b/,
  /\bhf_[A-Za-z]{20,}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  /^(?:Bearer|Basic)\s+(?!\{\{)\S{8,}/i,
  /:\/\/[^/\s:@]+:[^/\s@]+@/,
  /[?&](?:api[-_]?key|key|token|access_token)=[^&\s]{8,}/i,
]

/**
 * Finds literal secrets in a cell's settings. The messages never repeat what was found.
 *
 * @param node the settings of a device, an embedder or a judge
 */
export const findLiteralSecrets = (node: YamlNode): readonly Problem[] => {
  const problems: Problem[] = []
  const visit = (value: YamlNode, name: string): void => {
    if (value.type === 'list') for (const item of value.items) visit(item, name)
    else if (value.type === 'map') for (const entry of value.entries) visit(entry.value, entry.key.text)
    else if (name !== 'secret' && name !== 'apiKey' && isSecret(name, value.text))
      problems.push({
        offset: value.start,
        message: `\`${name}\` holds what looks like a literal secret; a file never does. Write \`${fix(name)}\`.`,
      })
  }
  visit(node, '')
  return problems
}

const isSecret = (name: string, value: string): boolean => {
  if (value === '') return false
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
  return (
    SECRET_NAME.test(words) ||
    (KEY_NAME.test(words) && LONG_WORD.test(value)) ||
    SECRET_VALUE.some((pattern) => pattern.test(value))
  )
}

/** `apiKey` and headers and variables name their secret in place; elsewhere `apiKey` is the way. */
const fix = (name: string): string =>
  /^[A-Z\d_]+$/.test(name) || name.includes('-') || /^(?:authorization|cookie)$/i.test(name)
    ? `${name}: { secret: NAME }`
    : 'apiKey: { secret: NAME }'
