import { type CodePointSet, union, unionOf } from '../code-points.ts'
import * as tables from './unicode-13.ts'

const number = (text: string | undefined): number => Number.parseInt(text ?? '', 36)

/** Computes once, on first use: most patterns need none of the tables. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

const setFrom = (table: string): CodePointSet => {
  const bounds: number[] = []
  let at = 0
  for (const length of table.split(' ')) bounds.push((at += number(length)))
  return bounds
}

/** One set a value from a table of runs. */
const setsFrom = (table: string): ReadonlyMap<string, CodePointSet> => {
  const sets = new Map<string, number[]>()
  const words = table.split(' ')
  let at = 0
  for (let index = 0; index < words.length; index += 2) {
    const value = words[index + 1] ?? ''
    const end = at + number(words[index])
    const bounds = sets.get(value)
    if (bounds) bounds.push(at, end)
    else sets.set(value, [at, end])
    at = end
  }
  return sets
}

const mappingFrom = (table: string): ReadonlyMap<number, number> => {
  const mapping = new Map<number, number>()
  const words = table.split(' ')
  let at = 0
  for (let index = 0; index < words.length; index += 4) {
    const first = at + number(words[index])
    const count = number(words[index + 1])
    const step = number(words[index + 2])
    const delta = number(words[index + 3])
    for (let n = 0; n < count; n++) mapping.set(first + n * step, first + n * step + delta)
    at = first + (count - 1) * step + 1
  }
  return mapping
}

const categories = once(() => setsFrom(tables.categoryRuns))

/** The code points of general categories, by their two-letter names. */
export const category = (...names: readonly string[]): CodePointSet =>
  unionOf(names.map((name) => categories().get(name) ?? []))

export const letters = once(() => category('Lu', 'Ll', 'Lt', 'Lm', 'Lo'))
export const letterNumbersAndLetters = once(() => union(letters(), category('Nl')))
export const lowercase = once(() => union(category('Ll'), setFrom(tables.otherLowercase)))
export const uppercase = once(() => union(category('Lu'), setFrom(tables.otherUppercase)))
export const alphabetic = once(() => union(letterNumbersAndLetters(), setFrom(tables.otherAlphabetic)))
export const ideographic = once(() => setFrom(tables.ideographic))
export const mirrored = once(() => setFrom(tables.mirrored))
export const otherIdentifierStart = once(() => setFrom(tables.otherIdentifierStart))
export const otherIdentifierPart = once(() => setFrom(tables.otherIdentifierPart))

export const upperCases = once(() => mappingFrom(tables.upperCaseRuns))
export const lowerCases = once(() => mappingFrom(tables.lowerCaseRuns))

const scriptSets = once(() => setsFrom(tables.scriptRuns))
const scriptPlaces = once(
  () =>
    new Map(
      tables.scriptNames.split(' ').flatMap((names, place) => names.split(',').map((name) => [name, place])),
    ),
)

/** The code points of a script, by its name or its four-letter code; case does not matter. */
export const scriptNamed = (name: string): CodePointSet | undefined => {
  const place = scriptPlaces().get(name.toUpperCase())
  return place === undefined ? undefined : (scriptSets().get(place.toString(36)) ?? [])
}

const blockSets = once(() => setsFrom(tables.blockRuns))
const blockPlaces = once(
  () =>
    new Map(
      tables.blockNames.split(';').flatMap((names, place) => {
        const [constant = '', spaced = '', ...others] = names.split(',')
        return [constant, spaced, spaced.replaceAll(' ', ''), ...others].map((name): [string, number] => [
          name,
          place,
        ])
      }),
    ),
)

/** The code points of a block, by any name that Java knows; case does not matter. */
export const blockNamed = (name: string): CodePointSet | undefined => {
  const place = blockPlaces().get(name.toUpperCase())
  return place === undefined ? undefined : (blockSets().get(place.toString(36)) ?? [])
}

const latinPlaces = once(() => new Map(tables.latinNames.split(',').map((name, place) => [name, place])))

/** The code point of that Unicode name, among the first 256; case does not matter. */
export const latinCharacterNamed = (name: string): number | undefined =>
  latinPlaces().get(name.trim().toUpperCase())

/** Every name of a script, for the nearest one to a wrong name. */
export const scriptNamesKnown = (): readonly string[] => [...scriptPlaces().keys()]
