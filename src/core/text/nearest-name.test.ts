import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const graders = ['exactMatch', 'regex', 'jsonSchema', 'semanticSimilarity', 'llmJudge', 'custom']

test.each([
  ['exactmatch', 'exactMatch'],
  ['exact-match', 'exactMatch'],
  ['exctMatch', 'exactMatch'],
  ['regexp', 'regex'],
  ['json_schema', 'jsonSchema'],
  ['jsonShcema', 'jsonSchema'],
  ['similarity', 'semanticSimilarity'],
  ['judge', 'llmJudge'],
  ['costum', 'custom'],
])('%s means %s', (name, meant) => {
  expect(nearestName(name, graders)).toBe(meant)
})

test.each(['', 'bleu', 'x', 'toxicity', 'x'.repeat(100_000)])('%s means none of them', (name) => {
  expect(nearestName(name, graders)).toBeUndefined()
})

test('short names need to be nearly right', () => {
  expect(nearestName('ids', ['id', 'input', 'expect'])).toBe('id')
  expect(nearestName('expected', ['id', 'input', 'expect'])).toBe('expect')
  expect(nearestName('on', ['id', 'no'])).toBeUndefined()
})

test('two neighbours that changed places are one slip, whatever the length', () => {
  expect(nearestName('nmae', ['only', 'name'])).toBe('name')
  expect(nearestName('tow', ['one', 'two'])).toBe('two')
})

test('the nearest wins, the first of equals', () => {
  expect(nearestName('case-12', ['case-1', 'case-13', 'case-2'])).toBe('case-1')
  expect(nearestName('seed', ['speed', 'seeds'])).toBe('speed')
})
