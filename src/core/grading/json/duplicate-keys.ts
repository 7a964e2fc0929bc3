import type { JsonValue } from '../../json.ts'
import { isJsonWhitespace } from './last-value.ts'
import { toPointer } from './pointer.ts'

/**
 * The places of the keys that stand more than once in their object, as JSON Pointers, without repeats; `value` is
 * what `JSON.parse` made of the text. Most texts have none, and finding that out is cheap: the text has as many
 * colons outside strings as the value has members.
 */
export const duplicateKeys = (text: string, value: JsonValue): readonly string[] =>
  value === null || typeof value !== 'object' || countColons(text) === countMembers(value) ? [] : locate(text)

const countColons = (text: string): number => {
  let colons = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === COLON) colons++
    else if (unit === QUOTE) index = closingQuote(text, index)
  }
  return colons
}

const COLON = 0x3a
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The index of the quote that ends the string which begins at `index`. The text is JSON. */
const closingQuote = (text: string, index: number): number => {
  let next = index + 1
  for (let unit = text.charCodeAt(next); unit !== QUOTE; unit = text.charCodeAt(next)) {
    next += unit === BACKSLASH ? 2 : 1
  }
  return next
}

/** With a list of what is still to visit, because a hostile text nests deeper than calls can. */
const countMembers = (root: object): number => {
  let members = 0
  const rest: object[] = [root]
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
    if (items !== value) members += items.length
    for (const item of items) if (item !== null && typeof item === 'object') rest.push(item)
  }
  return members
}

interface Open {
  /** The keys so far; undefined for an array. */
  readonly keys?: Set<string>
  key: string | number
}

const locate = (text: string): readonly string[] => {
  const found = new Set<string>()
  const path: Open[] = []
  let afterOpenOrComma = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (isJsonWhitespace(text.charCodeAt(index))) continue
    const open = path.at(-1)
    if (character === '{') path.push({ keys: new Set(), key: '' })
    else if (character === '[') path.push({ key: 0 })
    else if (character === '}' || character === ']') path.pop()
    else if (character === ',' && typeof open?.key === 'number') open.key++
    else if (character === '"') {
      const end = closingQuote(text, index)
      if (open?.keys && afterOpenOrComma) {
        open.key = String(JSON.parse(text.slice(index, end + 1)))
        if (open.keys.has(open.key)) found.add(toPointer(path.map(({ key }) => key)))
        open.keys.add(open.key)
      }
      index = end
    }
    afterOpenOrComma = character === '{' || character === ','
  }
  return [...found]
}
