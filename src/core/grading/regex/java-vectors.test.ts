import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compilePattern } from './compile.ts'
import type { RegexFlag } from '../../suite/suite.ts'

interface Row {
  readonly id: number
  readonly pattern: string
  readonly options: readonly RegexFlag[]
  readonly trimmed: string
  readonly valid: boolean
  /** What `matches()` gave; null where the pattern is not valid. */
  readonly expected: boolean | null
  readonly find?: boolean
}

const readRows = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../test/vectors/${name}`, import.meta.url), 'utf8')).rows

const rows: readonly Row[] = readRows('java-regex.json')

type Outcome = 'agrees' | 'unsupported' | 'wrong'

const outcome = ({ pattern, options, trimmed, valid, expected }: Row): Outcome => {
  const compiled = compilePattern(pattern, options)
  if (compiled.kind === 'invalid' || !valid) return compiled.kind === 'invalid' && !valid ? 'agrees' : 'wrong'
  if (compiled.kind === 'unsupported') return 'unsupported'
  const result = compiled.match(trimmed)
  if (result.kind === 'limited' || result.kind === 'gaveUp') return 'unsupported'
  return (result.kind === 'whole') === expected ? 'agrees' : 'wrong'
}

/** It can only get smaller. */
const MOST_UNSUPPORTED = 21

test('1,055 rows from the JVM: none wrong, few unsupported', () => {
  const outcomes = Map.groupBy(rows, outcome)
  expect(rows).toHaveLength(1055)
  expect(outcomes.get('wrong') ?? []).toEqual([])
  expect(outcomes.get('unsupported')?.length ?? 0).toBeLessThanOrEqual(MOST_UNSUPPORTED)
})

test('whether a part matches is what Matcher.find says', () => {
  const differing = rows.filter(({ pattern, options, trimmed, find }) => {
    const compiled = compilePattern(pattern, options)
    if (compiled.kind !== 'ok' || find === undefined) return false
    return (compiled.match(trimmed).kind !== 'none') !== find
  })
  expect(differing).toEqual([])
})

interface ExtraRow {
  readonly pattern: string
  readonly options: readonly RegexFlag[]
  readonly valid: boolean
  readonly matches?: readonly string[]
  readonly misses?: readonly string[]
}

test('1,000 random patterns that the JVM has judged: none wrong', () => {
  const extra: readonly ExtraRow[] = readRows('java-regex-extra.json')
  expect(extra).toHaveLength(1000)
  const wrong = extra.filter(({ pattern, options, valid, matches = [], misses = [] }) => {
    const compiled = compilePattern(pattern, options)
    if (compiled.kind !== 'ok') return compiled.kind !== 'invalid' || valid
    const isWhole = (text: string): boolean => compiled.match(text).kind === 'whole'
    return !valid || !matches.every(isWhole) || misses.some(isWhole)
  })
  expect(wrong).toEqual([])
})
