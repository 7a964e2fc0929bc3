import { nearestName } from '../text/nearest-name.ts'

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
