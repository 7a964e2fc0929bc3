import type { Diagnostic } from '#core/diagnostics.ts'
import { judgeTemplateHash } from '#core/grading/judge/prompt.ts'
import type { SuiteLock } from '#core/suite/suite-file-schema.ts'
import type { Model, Suite } from '#core/suite/suite.ts'
import { BUILTIN_DIMENSION, BUILTIN_MODEL, BUILTIN_VERSION } from './embedders/builtin-identity.ts'

/**
 * What is true of a suite as it is exported. `passRate` is the rate of its last run, absent
 * where it was never graded as it is.
 */
export const suiteLock = (suite: Suite, passRate: number | undefined): Omit<SuiteLock, 'format'> => {
  const graders = [...suite.graders, ...suite.cases.flatMap((testCase) => testCase.graders)]
  const embedders = graders.flatMap((grader) =>
    grader.kind === 'semanticSimilarity' ? [grader.embedder] : [],
  )
  const judges = graders.flatMap((grader) => (grader.kind === 'llmJudge' ? [grader.judge] : []))
  return {
    notebookHash: suite.hash,
    ...(judges.length > 0 && { judges: byName(judges, (name) => lockedJudge(find(suite.judges, name))) }),
    ...(embedders.length > 0 && {
      embedders: byName(embedders, (name) => lockedEmbedder(find(suite.embedders, name))),
    }),
    ...(passRate !== undefined && { passRate }),
  }
}

const byName = <T>(names: readonly string[], locked: (name: string) => T): Record<string, T> =>
  Object.fromEntries([...new Set(names)].sort().map((name) => [name, locked(name)]))

const find = (models: readonly Model[], name: string): Model | undefined =>
  models.find((model) => model.name === name)

const lockedJudge = (judge: Model | undefined): { model?: string; promptHash: string } => ({
  ...modelName(judge),
  promptHash: judgeTemplateHash(),
})

const lockedEmbedder = (
  embedder: Model | undefined,
): { name?: string; version?: string; dimension?: number } =>
  embedder && embedder.kind !== 'builtin'
    ? nameOnly(embedder)
    : { name: BUILTIN_MODEL, version: BUILTIN_VERSION, dimension: BUILTIN_DIMENSION }

const nameOnly = (embedder: Model): { name?: string } => {
  const { model } = modelName(embedder)
  return model === undefined ? {} : { name: model }
}

const modelName = (model: Model | undefined): { model?: string } => {
  const name = model?.settings['model']
  return typeof name === 'string' ? { model: name } : {}
}

/**
 * What differs between the judges and embedders of today and those that a suite was exported with: its
 * thresholds and rubrics were tuned for those. One warning for each, at the suite's first line.
 */
export const lockDrift = (suite: Suite, lock: SuiteLock | undefined): readonly Diagnostic[] => {
  const today = suiteLock(suite, undefined)
  const place = { file: suite.file, line: 1, column: 1, severity: 'warning' } as const
  const embedders = Object.entries(lock?.embedders ?? {}).flatMap(([name, then]) => {
    const now = today.embedders?.[name]
    return now === undefined || sameValues(then, now)
      ? []
      : [
          {
            ...place,
            message: `thresholds on the embedder "${name}" were tuned for ${describe(then)}; it is ${describe(now)} now: retune them`,
          },
        ]
  })
  const judges = Object.entries(lock?.judges ?? {}).flatMap(([name, then]) => {
    const now = today.judges?.[name]
    return now === undefined || sameValues(then, now)
      ? []
      : [
          {
            ...place,
            message: `the judge "${name}" was ${describe(then)} when the suite was exported; it is ${describe(now)} now: check its grades`,
          },
        ]
  })
  return [...embedders, ...judges]
}

type Locked = Readonly<Record<string, string | number | undefined>>

const sameValues = (a: Locked, b: Locked): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => a[key] === b[key])

const describe = (locked: Locked): string =>
  Object.entries(locked)
    .map(([key, value]) => `${key} ${String(value).slice(0, 40)}`)
    .join(', ')
