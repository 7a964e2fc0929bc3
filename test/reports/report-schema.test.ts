import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { reportSchema } from '#core/reports/report.ts'
import { fullReport } from '../support/sample-report.ts'

const published = readFileSync('resources/schemas/report.schema.json', 'utf8')
const validate = new Ajv2020({ strict: false }).compile(JSON.parse(published))

describe('the published schema', () => {
  test('takes a full report, and one with fields of a later version', () => {
    expect(validate(fullReport)).toBe(true)
    expect(
      validate({
        ...fullReport,
        later: 1,
        cases: fullReport.cases.map((entry) => ({ ...entry, later: [] })),
      }),
    ).toBe(true)
  })

  test.each([
    { ...fullReport, proctor: 2 },
    { ...fullReport, summary: { ...fullReport.summary, passRate: 1.5 } },
    { ...fullReport, cases: [{ ...fullReport.cases[0], verdict: 'ok' }] },
    { ...fullReport, cases: [{ id: 'a', verdict: 'passed', prompt: 'default', attempts: [] }] },
  ])('refuses what is no report (%#)', (wrong) => {
    expect(validate(wrong)).toBe(false)
    expect(reportSchema.safeParse(wrong).success).toBe(false)
  })
})
