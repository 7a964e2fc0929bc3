import { expect, test } from 'vitest'
import { loadSuite } from '#core/suite/load-suite.ts'
import { NO_FILES } from '#core/suite/suite-files.ts'
import { writeSuiteFile } from '#core/suite/write-suite-file.ts'
import { lockDrift, suiteLock } from './suite-lock.ts'

const NOTEBOOK = `---
proctor: 1
title: Locked
---

\`\`\`yaml cases
- id: one
  input: a
  expect: b
\`\`\`

\`\`\`yaml judge local
kind: ollama
model: small
\`\`\`

\`\`\`yaml graders
- semanticSimilarity: { threshold: 0.5 }
- llmJudge: { judge: local, rubric: Right }
\`\`\`
`

const exported = () => {
  const { suite } = loadSuite(NOTEBOOK, 'a.proctor.md', NO_FILES)
  if (!suite) throw new Error('no suite')
  const text = writeSuiteFile(suite, suiteLock(suite, 0.5))
  return { suite, text }
}

test('an exported suite is locked to what it was tuned with', () => {
  const { suite, text } = exported()
  const read = loadSuite(text, 'a.suite.yaml', NO_FILES)
  expect(read.diagnostics).toEqual([])
  expect(read.lock).toMatchObject({
    notebookHash: suite.hash,
    passRate: 0.5,
    judges: { local: { model: 'small' } },
    embedders: { builtin: { dimension: 512 } },
  })
  expect(lockDrift(suite, read.lock)).toEqual([])
})

test.each([
  [
    'dimension: 512',
    'dimension: 384',
    /thresholds on the embedder "builtin" were tuned for .*dimension 384; it is .*dimension 512 now: retune/,
  ],
  ['model: small\n', 'model: large\n', /the judge "local" was model large.*it is model small/],
])('a difference in %s is warned of', (now, then, message) => {
  const { text } = exported()
  const lockStart = text.indexOf('\nlock:')
  const read = loadSuite(
    `${text.slice(0, lockStart)}${text.slice(lockStart).replace(now, then)}`,
    'a.suite.yaml',
    NO_FILES,
  )
  if (!read.suite) throw new Error('no suite')
  const drift = lockDrift(read.suite, read.lock)
  expect(drift.map((diagnostic) => diagnostic.message)).toEqual([expect.stringMatching(message)])
})

test('a notebook has no lock', () => {
  const { suite } = exported()
  expect(lockDrift(suite, undefined)).toEqual([])
})
