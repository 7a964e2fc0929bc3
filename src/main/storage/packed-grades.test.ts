import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Grade } from '#core/grading/grade.ts'
import { packGrades, unpackGrades } from './packed-grades.ts'

const grade: fc.Arbitrary<Grade> = fc.record(
  {
    verdict: fc.constantFrom('passed', 'failed', 'notGraded'),
    score: fc.double({ min: -1, max: 1, noNaN: true }).map((score) => score + 0),
    reason: fc.string({ unit: 'binary' }),
    details: fc.record({ rating: fc.integer({ min: 1, max: 4 }), log: fc.array(fc.string()) }),
  },
  { requiredKeys: ['verdict'] },
)

test('grades come back as they were packed', () => {
  fc.assert(
    fc.property(fc.array(fc.option(grade, { nil: undefined })), (grades) => {
      expect(unpackGrades(packGrades(grades))).toEqual(grades)
    }),
  )
})
