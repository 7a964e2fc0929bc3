import leven from 'leven'

const LONGEST_NAME = 100
/** Two names are near when no more than this share of the longer one's letters has to change. */
const NEAR = 0.4
/** Shorter names are inside too many others to mean them. */
const SHORTEST_PART = 4

/**
 * The candidate that a mistyped name most likely means, or undefined where none is near. Case, `-`, `_` and
 * spaces do not count. A name that stands inside a candidate, or the other way round, is near too:
 * `judge` means `llmJudge`. Between equally near ones the first wins.
 */
export const nearestName = (name: string, candidates: Iterable<string>): string | undefined => {
  const wanted = plain(name)
  if (wanted === '' || wanted.length > LONGEST_NAME) return undefined
  let nearest: string | undefined
  let least = Infinity
  for (const candidate of candidates) {
    const distance = distanceBetween(wanted, plain(candidate))
    if (distance < least) {
      least = distance
      nearest = candidate
    }
  }
  return nearest
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_\s]/g, '')

/** The number of edits, or Infinity where the names are not near. */
const distanceBetween = (name: string, candidate: string): number => {
  const shorter = Math.min(name.length, candidate.length)
  const longer = Math.max(name.length, candidate.length)
  if (longer > LONGEST_NAME) return Infinity
  const limit = Math.floor(longer * NEAR)
  const contained = shorter >= SHORTEST_PART && (name.includes(candidate) || candidate.includes(name))
  if (longer - shorter > limit && !contained) return Infinity
  const distance = typingDistance(name, candidate)
  return distance <= limit || contained ? distance : Infinity
}

/** The number of letters to add, drop or change; two neighbours that changed places, the commonest slip, count as one. */
export const typingDistance = (typed: string, meant: string): number =>
  isSwap(typed, meant) ? 1 : leven(typed, meant)

const isSwap = (a: string, b: string): boolean => {
  let first = 0
  while (first < a.length && a[first] === b[first]) first++
  return (
    first + 1 < a.length &&
    a[first] === b[first + 1] &&
    a[first + 1] === b[first] &&
    a.slice(first + 2) === b.slice(first + 2)
  )
}
