import type { GradeFunction } from '#core/grading/item.ts'
import type { Grade } from '#core/grading/grade.ts'
import type { CustomGrader } from '#core/suite/suite.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { loadInterpreter } from './engine.ts'
import { LINES_BEFORE, readGraderModule } from './module-source.ts'
import { notCompiled, toGrade } from './outcome-grade.ts'

export { loadInterpreter }

/** A custom grader made ready. `dispose` gives its interpreter up. */
export interface ReadyCustomGrader {
  readonly grade: GradeFunction
  readonly dispose: () => void
}

/**
 * Makes a custom grader ready: its source is read and compiled once, in an interpreter of its own. A source
 * that does not compile gives a grader that grades nothing and says why. Grading is synchronous, never throws
 * for what the source does, and gives the same grade for the same item whatever was graded before.
 */
export const createCustomGrader = async (spec: CustomGrader): Promise<ReadyCustomGrader> => {
  const module = await readGraderModule(spec)
  if ('message' in module) return refusing(notCompiled(spec, module))
  const made = await createAttempts(module, spec.timeoutMs)
  if ('problem' in made) {
    const { message, line = LINES_BEFORE + 1 } = made.problem
    return refusing(notCompiled(spec, { message, line: line - LINES_BEFORE }))
  }
  let attempts: Attempts | undefined = made
  return {
    grade: (item) => {
      if (!attempts) throw new Error(`the custom grader ${spec.grader} was disposed of`)
      return toGrade(spec, module.gradeLine, attempts.run(item))
    },
    dispose: () => {
      attempts = undefined
    },
  }
}

const refusing = (grade: Grade): ReadyCustomGrader => ({ grade: () => grade, dispose: () => {} })
