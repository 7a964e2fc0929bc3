/** An element of a strictly read XML document. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

const NAME = '[A-Za-z_][A-Za-z0-9_.-]*'
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/**
 * Reads the part of XML 1.0 that reports use, and throws at anything that the standard does not allow:
 * a character outside Char, `]]>` in text, an unknown entity, an unquoted or repeated attribute, bad nesting.
 */
export const readXml = (source: string): XmlElement => {
  const illegal = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(source)
  if (illegal) throw new Error(`illegal character at ${illegal.index}`)
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(source)
  if (!declaration) throw new Error('no declaration')
  let offset = declaration[0].length
  const take = (pattern: string): RegExpExecArray | undefined => {
    const regex = new RegExp(pattern, 'uy')
    regex.lastIndex = offset
    const match = regex.exec(source)
    if (match) offset = regex.lastIndex
    return match ?? undefined
  }
  const element = (): XmlElement => {
    const name = take(`<(${NAME})`)?.[1]
    if (name === undefined) throw new Error(`an element was expected at ${offset}`)
    const attributes: Record<string, string> = {}
    for (let found = take(`\\s+(${NAME})="([^"<]*)"`); found; found = take(`\\s+(${NAME})="([^"<]*)"`)) {
      const [, key = '', value = ''] = found
      if (Object.hasOwn(attributes, key)) throw new Error(`${key} twice`)
      attributes[key] = resolved(value.replaceAll(/[\t\n\r]/g, ' '))
    }
    if (take('/>')) return { name, attributes, children: [] }
    if (!take('>')) throw new Error(`the tag does not end at ${offset}`)
    const children: (XmlElement | string)[] = []
    while (!source.startsWith('</', offset)) {
      const text = take('[^<]+')?.[0]
      if (text === undefined) children.push(element())
      else if (text.includes(']]>')) throw new Error('"]]>" in text')
      else children.push(resolved(text.replaceAll(/\r\n?/g, '\n')))
    }
    if (!take(`</${name}>`)) throw new Error(`${name} is not closed at ${offset}`)
    return { name, attributes, children }
  }
  const root = element()
  if (source.slice(offset).trim() !== '') throw new Error('text after the document')
  return root
}

const resolved = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|(\w+));|&/g, (all, code: string | undefined, name: string | undefined) => {
    const character = code === undefined ? ENTITIES[name ?? ''] : String.fromCodePoint(Number(code))
    if (character === undefined) throw new Error(`unknown entity ${all}`)
    return character
  })

/** All elements of a name, in order. */
export const elementsNamed = (root: XmlElement, name: string): readonly XmlElement[] => [
  ...(root.name === name ? [root] : []),
  ...root.children.flatMap((child) => (typeof child === 'string' ? [] : elementsNamed(child, name))),
]

export const textOf = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
