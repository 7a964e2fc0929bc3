import { NO_LIMIT, type RegexNode, type RepeatNode } from './ast.ts'

/**
 * What Java works out of a part of a pattern while it compiles it. It decides whether a look-behind
 * is accepted and how far it reaches, and how a repeated group is run. Lengths are 32-bit integers.
 */
export interface Study {
  readonly min: number
  readonly max: number
  readonly maxValid: boolean
  /** Whether there is at most one way to match at a place, as far as Java sees. */
  readonly deterministic: boolean
}

interface Info {
  min: number
  max: number
  maxValid: boolean
  deterministic: boolean
}

const fresh = (): Info => ({ min: 0, max: 0, maxValid: true, deterministic: true })
const done = (): void => {}

/** Studies a part on its own. */
export const study = (node: RegexNode): Study => {
  const info = fresh()
  visit(node, info, done)
  return info
}

/**
 * How Java runs a repetition: `option` for `?`, `run` where the body can match in one way only and
 * what was taken is given back piece by piece, `loop` where each pass may be tried again in other ways.
 */
export const repeatKind = (node: RepeatNode): RepeatKind => {
  let kind = repeatKinds.get(node)
  if (!kind) {
    kind = findRepeatKind(node)
    repeatKinds.set(node, kind)
  }
  return kind
}

export type RepeatKind = 'option' | 'run' | 'loop'

/** Without it, loops inside loops would be studied twice at each level. */
const repeatKinds = new WeakMap<RepeatNode, RepeatKind>()

const findRepeatKind = (node: RepeatNode): RepeatKind => {
  if (isOption(node)) return 'option'
  if (node.body.kind !== 'group' || node.mode === 'possessive') return 'run'
  return study(node.body).deterministic ? 'run' : 'loop'
}

const isOption = (node: RepeatNode): boolean => node.min === 0 && node.max === 1

/** `rest` studies what follows: an alternation starts its count anew there, which matters once it overflows. */
const visit = (node: RegexNode, info: Info, rest: () => void): void => {
  switch (node.kind) {
    case 'set':
      info.min = (info.min + 1) | 0
      info.max = (info.max + 1) | 0
      return rest()
    case 'sequence':
      return visitFrom(node.items, 0, info, rest)
    case 'alternation':
      return visitOptions(node.options, info, rest)
    case 'group':
      return visit(node.body, info, rest)
    case 'atomic':
      visit(node.body, info, done)
      return rest()
    case 'backReference':
      info.maxValid = false
      return rest()
    case 'lineBreak':
      info.min = (info.min + 1) | 0
      info.max = (info.max + 2) | 0
      return rest()
    case 'grapheme':
      info.min = (info.min + 1) | 0
      info.deterministic = false
      return rest()
    case 'repeat':
      return visitRepeat(node, info, rest)
    default:
      return rest()
  }
}

const visitFrom = (items: readonly RegexNode[], index: number, info: Info, rest: () => void): void => {
  for (let at = index; at < items.length; at++) {
    const item = items[at]
    if (!item) continue
    // What follows a group may have to be studied from within it; a long run of literals must not nest.
    if (item.kind === 'group' || item.kind === 'alternation' || item.kind === 'repeat')
      return visit(item, info, () => visitFrom(items, at + 1, info, rest))
    visit(item, info, done)
  }
  rest()
}

const reset = (info: Info): void => {
  Object.assign(info, fresh())
}

const visitOptions = (options: readonly (RegexNode | undefined)[], info: Info, rest: () => void): void => {
  const before = { ...info }
  let { maxValid } = before
  let min = 0x7fffffff
  let max = -1
  for (const option of options) {
    reset(info)
    if (option) visit(option, info, done)
    min = Math.min(min, info.min)
    max = Math.max(max, info.max)
    maxValid &&= info.maxValid
  }
  reset(info)
  rest()
  info.min = (info.min + before.min + min) | 0
  info.max = (info.max + before.max + max) | 0
  info.maxValid &&= maxValid
  info.deterministic = false
}

const visitRepeat = (node: RepeatNode, info: Info, rest: () => void): void => {
  const { body, mode } = node
  if (isOption(node)) {
    if (body.kind === 'group' && mode !== 'possessive')
      return visitOptions(mode === 'greedy' ? [body, undefined] : [undefined, body], info, rest)
    const { min } = info
    visit(body, info, done)
    info.min = min
    info.deterministic = false
    return rest()
  }
  if (body.kind === 'set' && mode === 'greedy' && node.open) {
    info.min = (info.min + node.min) | 0
    if (info.maxValid) info.max = (info.max + NO_LIMIT) | 0
    info.deterministic = false
    return rest()
  }
  if (repeatKind(node) === 'loop') {
    // Java does not look beyond such a loop.
    info.maxValid = false
    info.deterministic = false
    return
  }
  const before = { ...info }
  reset(info)
  visit(body, info, done)
  const min = (Math.imul(info.min, node.min) + before.min) | 0
  info.min = min < before.min ? 0xfffffff : min
  if (before.maxValid && info.maxValid) {
    info.max = (Math.imul(info.max, node.max) + before.max) | 0
    if (info.max < before.max) info.maxValid = false
  } else info.maxValid = false
  info.deterministic = info.deterministic && node.min === node.max && before.deterministic
  rest()
}
