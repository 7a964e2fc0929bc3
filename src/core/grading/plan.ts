import { hashValue } from '../hash.ts'
import { gradersOf, type Case, type Grader, type Suite } from '../suite/suite.ts'

/** Which graders a suite has in all, and which of them grade each case. */
export interface GradingPlan {
  /** The suite's graders, then those that cases add, each once. */
  readonly graders: readonly Grader[]
  /** For each case of the suite, in order, positions in `graders`. */
  readonly ofCase: readonly (readonly number[])[]
}

/** Lists the graders of a suite once and says which of them apply to each case. */
export const planGrading = (suite: Pick<Suite, 'graders' | 'cases'>): GradingPlan => {
  const graders: Grader[] = [...suite.graders]
  const byGrader = new Map<Grader, number>(graders.map((grader, index) => [grader, index]))
  const byKey = new Map<string, number>()
  const positionOf = (grader: Grader): number => {
    const known = byGrader.get(grader)
    if (known !== undefined) return known
    const key = `${graderHash(grader)} ${grader.name}`
    const position = byKey.get(key) ?? graders.push(grader) - 1
    byKey.set(key, position)
    byGrader.set(grader, position)
    return position
  }
  const ofCase = suite.cases.map((testCase: Case) => gradersOf(suite, testCase).map(positionOf))
  return { graders, ofCase }
}

/**
 * The hash of what a grader computes: its kind and settings. Its name, its place in the file and the
 * tags it applies to change no grade and are left out.
 */
export const graderHash = (grader: Grader): string => {
  const { name: _name, place: _place, only: _only, except: _except, ...settings } = grader
  if (settings.kind !== 'custom') return hashValue(settings)
  const { sourcePlace: _sourcePlace, grader: _cell, ...code } = settings
  return hashValue(code)
}
