import type { ParsedPattern, RegexNode } from './ast.ts'
import { childrenOf } from './ast.ts'
import { compilePattern } from './compile.ts'
import { repeatKind } from './study.ts'
import type { RegexFlag } from '../../suite/suite.ts'

/** Something worth knowing of a pattern, at a place of it in UTF-16 units. */
export interface PatternLint {
  /**
   * `javaScriptAccepts`: invalid in Java, though JavaScript takes it. `dependsOnJdk`: other JDKs may
   * judge otherwise. `stackOverflow`: Java may throw on long outputs.
   */
  readonly kind: 'javaScriptAccepts' | 'dependsOnJdk' | 'stackOverflow'
  readonly message: string
  readonly index: number
}

export type PatternCheck =
  | { readonly kind: 'ok'; readonly lints: readonly PatternLint[] }
  | {
      readonly kind: 'invalid'
      readonly message: string
      readonly index: number
      readonly lints: readonly PatternLint[]
    }
  | {
      readonly kind: 'unsupported'
      readonly construct: string
      readonly index: number
      readonly lints: readonly PatternLint[]
    }

/** What an editor shows of a pattern: whether JDK 17 takes it, whether we can run it, and what is doubtful. */
export const checkPattern = (pattern: string, flags: readonly RegexFlag[]): PatternCheck => {
  const compiled = compilePattern(pattern, flags)
  switch (compiled.kind) {
    case 'ok':
      return { kind: 'ok', lints: patternLints(compiled.parsed) }
    case 'unsupported':
      return {
        kind: 'unsupported',
        construct: compiled.construct,
        index: compiled.index,
        lints: compiled.parsed ? patternLints(compiled.parsed) : [],
      }
    case 'invalid': {
      const { message, index } = compiled
      const lints: PatternLint[] = []
      if (javaScriptAccepts(pattern))
        lints.push({
          kind: 'javaScriptAccepts',
          message: `JavaScript takes this pattern, Java does not: ${message}.`,
          index,
        })
      if (LATER_PROPERTY.test(pattern.slice(index)))
        lints.push({
          kind: 'dependsOnJdk',
          message: 'JDK 21 and later know this property, JDK 17 does not.',
          index,
        })
      return { kind: 'invalid', message, index, lints }
    }
  }
}

const LATER_PROPERTY =
  /^\\p\{Is(?:Emoji|Emoji_Presentation|Emoji_Modifier|Emoji_Modifier_Base|Emoji_Component|Extended_Pictographic)\}/i

const javaScriptAccepts = (pattern: string): boolean =>
  ['', 'u', 'v'].some((flags) => {
    try {
      return new RegExp(pattern, flags).flags === flags
    } catch {
      return false
    }
  })

/** The lints of a pattern that Java accepts. */
export const patternLints = ({ pattern, root }: ParsedPattern): readonly PatternLint[] => {
  const lints: PatternLint[] = []
  const visit = (node: RegexNode): void => {
    const lint = lintOf(node, pattern)
    if (lint) lints.push(lint)
    childrenOf(node).forEach(visit)
  }
  visit(root)
  return lints
}

const lintOf = (node: RegexNode, pattern: string): PatternLint | undefined => {
  const text = pattern.slice(node.start, node.end)
  if (
    node.kind === 'assertion' &&
    (node.assertion === 'wordBoundary' || node.assertion === 'noWordBoundary') &&
    !node.unicodeWords
  )
    return {
      kind: 'dependsOnJdk',
      message: `${text} sees letters of all languages up to JDK 18, and ASCII letters alone from JDK 19.`,
      index: node.start,
    }
  if (node.kind === 'grapheme' || (node.kind === 'assertion' && node.assertion === 'graphemeBoundary'))
    return {
      kind: 'dependsOnJdk',
      message: `What ${text} takes as one character changed between JDKs, with Unicode.`,
      index: node.start,
    }
  if (node.kind === 'repeat' && node.max >= MANY_PASSES && repeatKind(node) === 'loop')
    return {
      kind: 'stackOverflow',
      message:
        `The JVM goes one level deeper with each pass of ${text} and may overflow its stack on an output of some thousand characters;` +
        ' (?s).* takes any text, line breaks included, without that, and so does a possessive quantifier.',
      index: node.start,
    }
  return undefined
}

/** From so many passes on, the default stack of a JVM thread is at risk. */
const MANY_PASSES = 1000
