import { equalsIgnoreCase } from './kotlin-ignore-case.ts'
import { isKotlinWhitespace, kotlinTrim } from './kotlin-trim.ts'

/** One thing that a gentler comparison would ignore. */
interface Leniency {
  readonly name: string
  readonly soften: (text: string) => string
}

interface Compared {
  readonly actual: string
  readonly expected: string
}

const LENIENCIES: readonly Leniency[] = [
  { name: 'Unicode normalisation (NFC)', soften: (text) => text.normalize('NFC') },
  {
    name: 'quote folding',
    soften: (text) =>
      text.replaceAll(/[\u2018-\u201b\u02bc\u2032\u00b4`]/g, "'").replaceAll(/[\u201c-\u201f\u2033«»]/g, '"'),
  },
  { name: 'removing the byte-order mark', soften: (text) => text.replaceAll('\ufeff', '') },
  { name: 'collapsing spaces', soften: (text) => collapseSpaces(text) },
]

const TRIM_EXPECTED = 'trimming the expected value, which is used as written'
const IGNORE_CASE = 'ignoring case'

/**
 * Which gentler comparison would find two unequal texts equal: "equal after Unicode normalisation (NFC) and ignoring
 * case". Names the fewest things that are enough together, in a fixed order; undefined where all together are not.
 *
 * @param actual - the output, trimmed.
 * @param ignoresCase - whether the comparison that failed ignored case already.
 */
export const describeNearMiss = (
  actual: string,
  expected: string,
  ignoresCase: boolean,
): string | undefined => {
  const names = [TRIM_EXPECTED, ...LENIENCIES.map(({ name }) => name), ...(ignoresCase ? [] : [IGNORE_CASE])]
  const enough = (allowed: readonly string[]): boolean => areEqual({ actual, expected }, allowed, ignoresCase)
  if (!enough(names)) return undefined
  let needed: readonly string[] = names
  for (const name of names.toReversed()) {
    const fewer = needed.filter((other) => other !== name)
    if (enough(fewer)) needed = fewer
  }
  return `equal after ${[needed.slice(0, -1).join(', '), ...needed.slice(-1)].filter((part) => part !== '').join(' and ')}`
}

const areEqual = (texts: Compared, allowed: readonly string[], ignoresCase: boolean): boolean => {
  let { actual, expected } = texts
  if (allowed.includes(TRIM_EXPECTED)) expected = kotlinTrim(expected)
  for (const { name, soften } of LENIENCIES) {
    if (!allowed.includes(name)) continue
    actual = kotlinTrim(soften(actual))
    expected = soften(expected)
  }
  return ignoresCase || allowed.includes(IGNORE_CASE)
    ? equalsIgnoreCase(actual, expected)
    : actual === expected
}

/** Every run of white space, as Kotlin's trim knows it, as one space. */
const collapseSpaces = (text: string): string => {
  let collapsed = ''
  let start = 0
  for (let index = 0; index < text.length; index++) {
    if (!isKotlinWhitespace(text.charCodeAt(index))) continue
    collapsed += `${text.slice(start, index)} `
    while (index + 1 < text.length && isKotlinWhitespace(text.charCodeAt(index + 1))) index++
    start = index + 1
  }
  return collapsed + text.slice(start)
}
