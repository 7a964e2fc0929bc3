import { hashValue } from '../hash.ts'
import type { JsonObject } from '../json.ts'
import { jsonObjectOf } from '../notebook/json-of.ts'
import type { Case, Grader, Suite } from './suite.ts'

const withoutPlace = ({ place: _, ...rest }: { readonly place: unknown }): JsonObject => jsonObjectOf(rest)

/** A grader without its places: what it does, and nothing of where it stands. */
export const graderContent = (grader: Grader): JsonObject => {
  if (grader.kind !== 'custom') return withoutPlace(grader)
  const { sourcePlace: _, ...rest } = grader
  return withoutPlace(rest)
}

const caseContent = ({ graders, ...rest }: Case): JsonObject => ({
  ...withoutPlace(rest),
  graders: graders.map(graderContent),
})

/** What a suite says, apart from its title and from where it stands: the same for equal suites in any format. */
export const suiteContent = (suite: Omit<Suite, 'hash'>): JsonObject => {
  const { title: _title, file: _file, prompts, devices, cases, graders, embedders, judges, ...rest } = suite
  const { passRule, gate, runtime, budgets, redaction } = rest
  return {
    ...jsonObjectOf({ passRule, gate, runtime, budgets, redaction }),
    prompts: prompts.map(withoutPlace),
    devices: devices.map(withoutPlace),
    cases: cases.map(caseContent),
    graders: graders.map(graderContent),
    embedders: embedders.map(withoutPlace),
    judges: judges.map(withoutPlace),
  }
}

/** The hash of what a suite says. Formatting, comments, line endings and the title do not change it. */
export const suiteHash = (suite: Omit<Suite, 'hash'>): string => hashValue(suiteContent(suite))
