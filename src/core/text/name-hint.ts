import { nearestName } from './nearest-name.ts'

const MOST_SHOWN = 12

/** The end of a sentence about an unknown name: the nearest one, else all that there are. */
export const nameHint = (written: string, names: readonly string[]): string => {
  const nearest = nearestName(written, names)
  if (nearest !== undefined) return `; did you mean \`${nearest}\`?`
  if (names.length === 0) return '.'
  const shown = names.slice(0, MOST_SHOWN).map((name) => `\`${name}\``)
  const more = names.length > MOST_SHOWN ? ' …' : ''
  return `; there ${names.length === 1 ? 'is' : 'are'} ${shown.join(', ')}${more}.`
}

/** The sentence about a name that a suite does not have. */
export const unknownName = (what: string, name: string, names: readonly string[]): string =>
  `there is no ${what} \`${name}\` in the suite${nameHint(name, names)}`
