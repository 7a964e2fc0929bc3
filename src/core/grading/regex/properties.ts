import {
  allCodePoints,
  codePointRange,
  codePoints,
  type CodePointSet,
  complement,
  difference,
  intersection,
  union,
  unionOf,
} from './code-points.ts'
import * as data from './unicode/character-data.ts'

/** The ASCII sets behind \d \w \s and the POSIX names. */
export const asciiDigits = codePointRange(0x30, 0x39)
const asciiUpper = codePointRange(0x41, 0x5a)
const asciiLower = codePointRange(0x61, 0x7a)
const asciiLetters = union(asciiUpper, asciiLower)
export const asciiSpaces = codePoints([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20])
export const asciiWords = unionOf([asciiDigits, asciiLetters, codePoints([0x5f])])
const asciiGraphic = codePointRange(0x21, 0x7e)

/** \h and \v, which no flag changes. */
export const horizontalSpaces = unionOf([
  codePoints([0x09, 0x20, 0xa0, 0x1680, 0x180e, 0x202f, 0x205f, 0x3000]),
  codePointRange(0x2000, 0x200a),
])
export const verticalSpaces = union(codePointRange(0x0a, 0x0d), codePoints([0x85, 0x2028, 0x2029]))

const separators = (): CodePointSet => data.category('Zs', 'Zl', 'Zp')
const anyCase = (): CodePointSet => unionOf([data.lowercase(), data.uppercase(), data.category('Lt')])
const ignorable = (): CodePointSet =>
  unionOf([codePointRange(0, 8), codePointRange(0x0e, 0x1b), codePointRange(0x7f, 0x9f), data.category('Cf')])
const graphic = (): CodePointSet => complement(unionOf([separators(), data.category('Cc', 'Cs', 'Cn')]))
const blank = (): CodePointSet => union(data.category('Zs'), codePoints([0x09]))
const punctuation = (): CodePointSet => data.category('Pc', 'Pd', 'Ps', 'Pe', 'Po', 'Pi', 'Pf')
const hexDigits = (): CodePointSet =>
  unionOf([
    data.category('Nd'),
    codePointRange(0x41, 0x46),
    codePointRange(0x61, 0x66),
    codePointRange(0xff21, 0xff26),
    codePointRange(0xff41, 0xff46),
  ])

/** The Unicode sets behind \d \w \s under (?U). */
export const unicodeDigits = (): CodePointSet => data.category('Nd')
export const unicodeSpaces = (): CodePointSet =>
  unionOf([separators(), codePointRange(0x09, 0x0d), codePoints([0x85])])
export const unicodeWords = (): CodePointSet =>
  unionOf([data.alphabetic(), data.category('Mn', 'Me', 'Mc', 'Nd', 'Pc'), codePoints([0x200c, 0x200d])])

type Make = (ignoreCase: boolean) => CodePointSet
const cased =
  (set: () => CodePointSet): Make =>
  (ignoreCase) =>
    ignoreCase ? anyCase() : set()

/** Names that Java compares without regard to case: after `Is`, and the POSIX ones under (?U). */
const posixNames: Readonly<Record<string, Make>> = {
  ALPHA: () => data.alphabetic(),
  LOWER: cased(data.lowercase),
  UPPER: cased(data.uppercase),
  SPACE: unicodeSpaces,
  PUNCT: punctuation,
  XDIGIT: hexDigits,
  ALNUM: () => union(data.alphabetic(), unicodeDigits()),
  CNTRL: () => data.category('Cc'),
  DIGIT: unicodeDigits,
  BLANK: blank,
  GRAPH: graphic,
  PRINT: () => difference(union(graphic(), blank()), data.category('Cc')),
}

const noncharacters = (): CodePointSet =>
  union(
    codePointRange(0xfdd0, 0xfdef),
    codePoints(
      Array.from({ length: 17 }, (_, plane) => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff]).flat(),
    ),
  )
const joinControl = (): CodePointSet => codePoints([0x200c, 0x200d])

const binaryNames: Readonly<Record<string, Make>> = {
  ALPHABETIC: () => data.alphabetic(),
  ASSIGNED: () => complement(data.category('Cn')),
  CONTROL: () => data.category('Cc'),
  HEXDIGIT: hexDigits,
  HEX_DIGIT: hexDigits,
  IDEOGRAPHIC: () => data.ideographic(),
  JOINCONTROL: joinControl,
  JOIN_CONTROL: joinControl,
  LETTER: () => data.letters(),
  LOWERCASE: cased(data.lowercase),
  NONCHARACTERCODEPOINT: noncharacters,
  NONCHARACTER_CODE_POINT: noncharacters,
  TITLECASE: cased(() => data.category('Lt')),
  PUNCTUATION: punctuation,
  UPPERCASE: cased(data.uppercase),
  WHITESPACE: unicodeSpaces,
  WHITE_SPACE: unicodeSpaces,
  WORD: unicodeWords,
}

const casedCategory =
  (name: string): Make =>
  (ignoreCase) =>
    ignoreCase ? data.category('Lu', 'Ll', 'Lt') : data.category(name)

const categoryGroups: Readonly<Record<string, readonly string[]>> = {
  L: ['Lu', 'Ll', 'Lt', 'Lm', 'Lo'],
  M: ['Mn', 'Me', 'Mc'],
  N: ['Nd', 'Nl', 'No'],
  Z: ['Zs', 'Zl', 'Zp'],
  C: ['Cc', 'Cf', 'Co', 'Cs', 'Cn'],
  P: ['Pd', 'Ps', 'Pe', 'Pc', 'Po', 'Pi', 'Pf'],
  S: ['Sm', 'Sc', 'Sk', 'So'],
  LC: ['Lu', 'Ll', 'Lt'],
  LD: ['Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'Nd'],
}
const singleCategories = [
  ...new Set(
    Object.values(categoryGroups).flatMap((names) => names.filter((name) => !/^L[ult]$/.test(name))),
  ),
]

const javaLetterOrDigit = (): CodePointSet => union(data.letters(), unicodeDigits())
const javaIdentifierStart = (): CodePointSet =>
  union(data.letterNumbersAndLetters(), data.category('Sc', 'Pc'))

/** Names whose case matters. */
const exactNames: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(singleCategories.map((name): [string, Make] => [name, () => data.category(name)])),
  ...Object.fromEntries(
    Object.entries(categoryGroups).map(([name, parts]): [string, Make] => [
      name,
      () => data.category(...parts),
    ]),
  ),
  Lu: casedCategory('Lu'),
  Ll: casedCategory('Ll'),
  Lt: casedCategory('Lt'),
  L1: () => codePointRange(0, 0xff),
  all: () => allCodePoints,
  ASCII: () => codePointRange(0, 0x7f),
  Alnum: () => union(asciiLetters, asciiDigits),
  Alpha: () => asciiLetters,
  Blank: () => codePoints([0x09, 0x20]),
  Cntrl: () => union(codePointRange(0, 0x1f), codePoints([0x7f])),
  Digit: () => asciiDigits,
  Graph: () => asciiGraphic,
  Lower: (ignoreCase) => (ignoreCase ? asciiLetters : asciiLower),
  Print: () => codePointRange(0x20, 0x7e),
  Punct: () => difference(asciiGraphic, union(asciiLetters, asciiDigits)),
  Space: () => asciiSpaces,
  Upper: (ignoreCase) => (ignoreCase ? asciiLetters : asciiUpper),
  XDigit: () => unionOf([asciiDigits, codePointRange(0x41, 0x46), codePointRange(0x61, 0x66)]),
  javaLowerCase: cased(data.lowercase),
  javaUpperCase: cased(data.uppercase),
  javaTitleCase: cased(() => data.category('Lt')),
  javaAlphabetic: () => data.alphabetic(),
  javaIdeographic: () => data.ideographic(),
  javaDigit: unicodeDigits,
  javaDefined: () => complement(data.category('Cn')),
  javaLetter: () => data.letters(),
  javaLetterOrDigit,
  javaJavaIdentifierStart: javaIdentifierStart,
  javaJavaIdentifierPart: () =>
    unionOf([javaIdentifierStart(), data.category('Nd', 'Mc', 'Mn'), ignorable()]),
  javaUnicodeIdentifierStart: () => union(data.letterNumbersAndLetters(), data.otherIdentifierStart()),
  javaUnicodeIdentifierPart: () =>
    unionOf([
      data.letterNumbersAndLetters(),
      data.category('Pc', 'Nd', 'Mc', 'Mn'),
      ignorable(),
      data.otherIdentifierPart(),
    ]),
  javaIdentifierIgnorable: ignorable,
  javaSpaceChar: separators,
  javaWhitespace: () =>
    unionOf([
      difference(separators(), codePoints([0xa0, 0x2007, 0x202f])),
      codePointRange(0x09, 0x0d),
      codePointRange(0x1c, 0x1f),
    ]),
  javaISOControl: () => union(codePointRange(0, 0x1f), codePointRange(0x7f, 0x9f)),
  javaMirrored: () => data.mirrored(),
}

const own = (record: Readonly<Record<string, Make>>, name: string): Make | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Letters and decimal digits, and non-spacing marks: what \b looks at up to JDK 18. */
export const wordParts = (): { readonly base: CodePointSet; readonly marks: CodePointSet } => ({
  base: javaLetterOrDigit(),
  marks: data.category('Mn'),
})

/** Code points that are one UTF-16 unit and no surrogate. */
export const withoutAstral = (set: CodePointSet): CodePointSet =>
  intersection(set, [0, 0xd800, 0xe000, 0x10000])

/**
 * The set that `\p{text}` stands for in JDK 17 (Unicode 13), or undefined where Java knows no such
 * name. `unicodeNames` is the flag U, `ignoreCase` the flag i.
 */
export const propertySet = (
  text: string,
  { unicodeNames, ignoreCase }: { readonly unicodeNames: boolean; readonly ignoreCase: boolean },
): CodePointSet | undefined => {
  const equals = text.indexOf('=')
  if (equals >= 0) {
    const value = text.slice(equals + 1)
    switch (text.slice(0, equals).toLowerCase()) {
      case 'sc':
      case 'script':
        return data.scriptNamed(value)
      case 'blk':
      case 'block':
        return data.blockNamed(value)
      case 'gc':
      case 'general_category':
        return own(exactNames, value)?.(ignoreCase)
      default:
        return undefined
    }
  }
  if (text.startsWith('In')) return data.blockNamed(text.slice(2))
  if (text.startsWith('Is')) {
    const name = text.slice(2)
    const anyCaseName = name.toUpperCase()
    const make = own(binaryNames, anyCaseName) ?? own(posixNames, anyCaseName) ?? own(exactNames, name)
    return make ? make(ignoreCase) : data.scriptNamed(name)
  }
  const make = (unicodeNames ? own(posixNames, text.toUpperCase()) : undefined) ?? own(exactNames, text)
  return make?.(ignoreCase)
}

/** Every name that is spelled in one way, for the nearest one to a wrong name. */
export const propertyNames = (): readonly string[] => [
  ...Object.keys(exactNames),
  ...Object.keys(binaryNames).map((name) => `Is${name.charAt(0)}${name.slice(1).toLowerCase()}`),
  ...data.scriptNamesKnown().map((name) => `Is${name.charAt(0)}${name.slice(1).toLowerCase()}`),
]
