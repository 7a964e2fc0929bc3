import type { ExactMatchGrader } from '../../suite/suite.ts'
import { equalsIgnoreCase } from '../../text/kotlin-ignore-case.ts'
import { kotlinTrim } from '../../text/kotlin-trim.ts'
import { failed, notGraded, passed } from '../grade.ts'
import type { GradeFunction } from '../item.ts'
import { describeNearMiss } from '../../text/near-miss.ts'
import { showDifference } from '../../text/show-difference.ts'

/**
 * Passes where the output, trimmed as Kotlin trims, equals the expected value as it is written; with `ignoreCase`,
 * as Kotlin's `equals(ignoreCase = true)`. Score 1 or 0. The reason of a failure says what a gentler comparison
 * would have ignored, but none is ever used. A case without an expected value is not graded; the empty text is one.
 */
export const exactMatchGrader = ({ ignoreCase }: ExactMatchGrader): GradeFunction => {
  const equal = ignoreCase ? equalsIgnoreCase : areSame
  return ({ output, expected }) => {
    if (expected === undefined) return NO_EXPECTED_VALUE
    const actual = kotlinTrim(output)
    if (equal(actual, expected)) return passed()
    const nearMiss = describeNearMiss(actual, expected, ignoreCase)
    const difference = showDifference(actual, expected, equal)
    return failed(nearMiss === undefined ? difference : `${nearMiss}: ${difference}`)
  }
}

const areSame = (a: string, b: string): boolean => a === b

const NO_EXPECTED_VALUE = notGraded('exactMatch needs an expected value, and the case has none (expect)')
