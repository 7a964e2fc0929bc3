import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  type Scalar,
  type YAMLError,
} from 'yaml'
import { COMMENT_CUTS, flowQuotedForm, quotedForm, type QuotedForm } from './quoted-form.ts'
import {
  DEEPEST_NESTING,
  TOO_DEEP,
  type ListNode,
  type MapEntry,
  type MapNode,
  type Problem,
  type ScalarNode,
  type YamlNode,
} from './yaml-node.ts'

export interface YamlResult {
  /** Absent where the text is empty or is not YAML. */
  readonly node?: YamlNode
  readonly problems: readonly Problem[]
}

const MOST_ALIASED_NODES = 10_000

/** Reads YAML 1.2 with places. Of a text that is not YAML, the first problem is told, with the mend where there is one. */
export const readYaml = (text: string): YamlResult => {
  const source = text.includes('\r') ? text.replaceAll(/\r(?!\n)/g, '\n') : text
  const document = parseDocument(source, {
    // At `silent` a second document goes unsaid.
    logLevel: 'error',
    prettyErrors: false,
    version: '1.2',
    schema: 'core',
  })
  const [error] = document.errors
  if (error) return { problems: [syntaxProblem(source, document, error)] }
  if (document.contents === null) return { problems: [] }
  const problems: Problem[] = []
  const node = new Reader(source, document, problems).read(document.contents)
  return problems.length > 0 || !node ? { problems } : { node, problems }
}

/** Codes after which the author most likely meant a text. */
const TEXT_MEANT = new Set([
  'BLOCK_AS_IMPLICIT_KEY',
  'BAD_SCALAR_START',
  'MULTILINE_IMPLICIT_KEY',
  'UNEXPECTED_TOKEN',
  'BAD_ALIAS',
])

/** Codes for a colon and a space where a text goes on. */
const COLON_FOUND = new Set(['BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY', 'BLOCK_IN_FLOW'])

/** The first plain text inside `{…}` or `[…]` that a comment cuts off, with the bracket that closes it. */
const flowCommentCut = (source: string, document: Document.Parsed): QuotedForm | undefined => {
  let found: QuotedForm | undefined
  visit(document, {
    Scalar: (_, { type, range }, path) => {
      if (type !== 'PLAIN' || !range || !path.some((node) => isCollection(node) && node.flow))
        return undefined
      if (!/^[ \t]+#/.test(source.slice(range[1], range[1] + 80))) return undefined
      found = flowQuotedForm(source, range[0])
      return visit.BREAK
    },
  })
  return found
}

const syntaxProblem = (
  source: string,
  document: Document.Parsed,
  { pos: [offset], code, message }: YAMLError,
): Problem => {
  if (code === 'MULTIPLE_DOCS')
    return {
      offset,
      message:
        'A second YAML document begins here; expected one. Delete the line `---` or `...`, or indent it where it is part of a text.',
    }
  if (code === 'RESOURCE_EXHAUSTION') return { offset, message: TOO_DEEP }
  if (code === 'BAD_INDENT' || code === 'MISSING_CHAR') {
    const cut = flowCommentCut(source, document)
    if (cut) return { offset: cut.offset, message: `${COMMENT_CUTS}; quote it: \`${cut.form}\`.` }
  }
  if (code === 'DUPLICATE_KEY') {
    const key = /^["']?[^:\s"']*/.exec(source.slice(offset))?.[0] ?? ''
    return {
      offset,
      message: `The key \`${key.replace(/^["']/, '')}\` stands here twice; a map has each key once.`,
    }
  }
  const said = message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? message
  const mend =
    code === 'BLOCK_IN_FLOW'
      ? flowQuotedForm(source, offset)
      : TEXT_MEANT.has(code)
        ? quotedForm(source, offset)
        : undefined
  if (!mend) return { offset, message: `This is not valid YAML: ${said}.` }
  const why = COLON_FOUND.has(code)
    ? 'a colon and a space inside plain text'
    : `text that YAML cannot read as it stands (${said})`
  return { offset: mend.offset, message: `\`${mend.key}\` holds ${why}; quote it: \`${mend.form}\`.` }
}

/** Turns the package's nodes into ours. A class because every step shares the text and the aliases seen. */
class Reader {
  readonly #source: string
  readonly #document: Document.Parsed
  readonly #problems: Problem[]
  readonly #aliased: ReadonlySet<string>
  #budget = MOST_ALIASED_NODES
  #inAlias = 0
  #depth = -1

  constructor(source: string, document: Document.Parsed, problems: Problem[]) {
    this.#source = source
    this.#document = document
    this.#problems = problems
    this.#aliased = source.includes('*') ? aliasNames(document.contents) : new Set()
  }

  read(node: unknown): YamlNode | undefined {
    this.#depth++
    const read = this.#depth > DEEPEST_NESTING ? this.#tooDeep(node) : this.#read(node)
    this.#depth--
    return read
  }

  #tooDeep(node: unknown): undefined {
    const [offset] = rangeOf(isNode(node) ? node.range : undefined)
    if (!this.#problems.some(({ message }) => message === TOO_DEEP))
      this.#problems.push({ offset, message: TOO_DEEP })
    return undefined
  }

  #read(node: unknown): YamlNode | undefined {
    if (this.#inAlias > 0 && this.#budget-- <= 0) return undefined
    if (isAlias(node)) return this.#alias(node)
    if (isScalar(node)) return this.#scalar(node)
    if (isMap(node)) return this.#map(node)
    if (isSeq(node)) {
      const [start, end] = rangeOf(node.range)
      const items = node.items.map((item) => (isPair(item) ? undefined : this.read(item))).filter(isDefined)
      const flow = node.flow === true
      const list: ListNode = {
        type: 'list',
        start,
        end: flow ? end : (items.at(-1)?.end ?? end),
        flow,
        items,
      }
      return list
    }
    return undefined
  }

  #alias(node: {
    range?: readonly number[] | null
    source: string
    resolve: (document: Document) => unknown
  }) {
    const [start, end] = rangeOf(node.range)
    this.#inAlias++
    const target = this.read(node.resolve(this.#document))
    this.#inAlias--
    if (target) return { ...target, start, end, alias: true as const }
    if (this.#problems.some((problem) => problem.message === TOO_DEEP)) return undefined
    const mend = quotedForm(this.#source, start)
    const message =
      this.#budget <= 0
        ? `Aliases expand to more than ${MOST_ALIASED_NODES.toLocaleString('en')} values.`
        : mend
          ? `YAML reads \`*${node.source}\` as an alias; quote the text: \`${mend.form}\`.`
          : `The alias \`*${node.source}\` has no anchor before it.`
    if (!this.#problems.some((problem) => problem.message === message))
      this.#problems.push({ offset: start, message })
    return undefined
  }

  #scalar(node: Scalar): ScalarNode {
    const [start, end] = rangeOf(node.range)
    const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED'
    const quoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE'
    const written = node.source ?? ''
    const cut = this.#cut(node, start, end, !block && !quoted)
    return {
      type: 'scalar',
      start,
      end,
      text: block && !this.#keepsBreaks(start) ? written.replace(/\n$/, '') : written,
      value: jsonScalar(node.value, written),
      style: block ? 'block' : quoted ? 'quoted' : 'plain',
      ...(cut && { cut }),
    }
  }

  #keepsBreaks(start: number): boolean {
    return /^[|>]\d?\+/.test(this.#source.slice(start, start + 3))
  }

  #cut(node: Scalar, start: number, end: number, plain: boolean): ScalarNode['cut'] {
    if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:')) return 'tag'
    if (node.anchor !== undefined && !this.#aliased.has(node.anchor)) return 'anchor'
    if (!plain) return undefined
    return (start === end ? /^[ \t]*#\S/ : /^[ \t]+#/).test(this.#source.slice(end, end + 80))
      ? 'comment'
      : undefined
  }

  #map(node: { items: unknown[]; range?: readonly number[] | null; flow?: boolean | undefined }) {
    const [start, end] = rangeOf(node.range)
    if (this.#source.startsWith('{{', start)) {
      const mend = quotedForm(this.#source, start)
      const form = mend?.form ?? `'${this.#source.slice(start, end)}'`
      this.#problems.push({
        offset: start,
        message: `YAML reads \`${this.#source.slice(start, end)}\` as a map; quote the text: \`${form}\`.`,
      })
      return undefined
    }
    const entries: MapEntry[] = []
    for (const pair of node.items) {
      if (!isPair(pair)) continue
      const key = this.read(pair.key)
      if (key?.type !== 'scalar') {
        if (key)
          this.#problems.push({
            offset: key.start,
            message: 'A key is a single word or text; found a list or a map.',
          })
        continue
      }
      const value = pair.value === null ? emptyAt(key.end) : this.read(pair.value)
      if (value) entries.push({ key, value })
    }
    const flow = node.flow === true
    const map: MapNode = {
      type: 'map',
      start,
      end: flow ? end : (entries.at(-1)?.value.end ?? end),
      flow,
      entries,
    }
    return map
  }
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined

const emptyAt = (offset: number): ScalarNode => ({
  type: 'scalar',
  start: offset,
  end: offset,
  text: '',
  value: null,
  style: 'plain',
})

const rangeOf = (range: readonly number[] | null | undefined): readonly [number, number] => [
  range?.[0] ?? 0,
  range?.[1] ?? 0,
]

const jsonScalar = (value: unknown, written: string): ScalarNode['value'] =>
  value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string'
    ? value
    : written

const aliasNames = (root: unknown): ReadonlySet<string> => {
  const names = new Set<string>()
  const collect = (node: unknown): void => {
    if (isAlias(node)) names.add(node.source)
    else if (isPair(node)) {
      collect(node.key)
      collect(node.value)
    } else if (isCollection(node)) for (const item of node.items) collect(item)
  }
  collect(root)
  return names
}
