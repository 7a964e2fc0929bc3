import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { desk } from '../cli/proctor.ts'

/*
 * The samples teach by their verdicts: these are the ones that their prose speaks of, and the totals.
 * A change of a grader, a sample or a reply that turns one of them is found here.
 */

const SAMPLES = path.resolve(import.meta.dirname, '../../resources/samples')

const reportSchema = z.object({
  summary: z.object({
    cases: z.number(),
    passed: z.number(),
    failed: z.number(),
    notGraded: z.number(),
    attempts: z.object({
      total: z.number(),
      passed: z.number(),
      failed: z.number(),
      notGraded: z.number(),
      errors: z.number(),
    }),
  }),
  cases: z.array(
    z.object({
      id: z.string(),
      verdict: z.string(),
      attempts: z.array(
        z.object({
          attempt: z.number(),
          verdict: z.string(),
          grades: z.array(
            z.object({
              grader: z.string(),
              kind: z.string(),
              verdict: z.string(),
              score: z.number().optional(),
              reason: z.string().optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})

interface Graded {
  readonly status: number | null
  readonly report: z.infer<typeof reportSchema>
  /** The grades of one attempt, by the grader's name: `passed`, `failed 0.75`, `notGraded`. */
  grades(caseId: string, attempt: number): Readonly<Record<string, string>>
  reason(caseId: string, attempt: number, grader: string): string | undefined
  verdict(caseId: string): string | undefined
}

/** Grades a sample, with some of its text replaced, as the command line does. */
const grade = async (name: string, edits: readonly (readonly [string, string])[] = []): Promise<Graded> => {
  const { write, call } = desk()
  const source = readFileSync(path.join(SAMPLES, `${name}.proctor.md`), 'utf8')
  const edited = edits.reduce((text, [from, to]) => {
    expect(text.split(from), `"${from}" stands once in ${name}`).toHaveLength(2)
    return text.replace(from, () => to)
  }, source)
  const notebook = write(`${name}.proctor.md`, edited)
  const attempts = write(
    `recorded/${name}.jsonl`,
    readFileSync(path.join(SAMPLES, `recorded/${name}.jsonl`), 'utf8'),
  )
  const { status, out, err } = await call(['grade', notebook, '--attempts', attempts, '--json'])
  expect(out, err).toContain('"proctor"')
  const report = reportSchema.parse(JSON.parse(out))
  const gradesOf = (caseId: string, attempt: number) =>
    report.cases.find(({ id }) => id === caseId)?.attempts.find((each) => each.attempt === attempt)?.grades ??
    []
  return {
    status,
    report,
    grades: (caseId, attempt) =>
      Object.fromEntries(
        gradesOf(caseId, attempt).map(({ grader, verdict, score }) => [
          grader,
          verdict === 'failed' && score !== undefined && score > 0 ? `failed ${score}` : verdict,
        ]),
      ),
    reason: (caseId, attempt, grader) =>
      gradesOf(caseId, attempt).find((each) => each.grader === grader)?.reason,
    verdict: (caseId) => report.cases.find(({ id }) => id === caseId)?.verdict,
  }
}

const asIs = new Map<string, Promise<Graded>>()

/** Grades a sample as it stands, once for all tests. */
const gradeAsIs = (name: string): Promise<Graded> => {
  const graded = asIs.get(name) ?? grade(name)
  asIs.set(name, graded)
  return graded
}

/** The attempts whose grade by one grader differs: `case/attempt: before → after`. */
const flips = (before: Graded, after: Graded, grader: string): readonly string[] =>
  before.report.cases.flatMap(({ id, attempts }) =>
    attempts.flatMap(({ attempt }) => {
      const [was, is] = [before, after].map((graded) => graded.grades(id, attempt)[grader]?.split(' ')[0])
      return was === is ? [] : [`${id}/${attempt}: ${was} → ${is}`]
    }),
  )

const counts = ({ report }: Graded): readonly number[] => {
  const { total, passed, failed, notGraded } = report.summary.attempts
  return [total, passed, failed, notGraded]
}

test('ticket triage: what the app can read and what is right are two questions', async () => {
  const graded = await gradeAsIs('ticket-triage')
  expect(counts(graded)).toEqual([112, 71, 36, 5])
  expect(graded.report.summary).toMatchObject({ cases: 28, passed: 17, failed: 9, notGraded: 2 })
  expect(graded.status).toBe(0)

  expect(graded.grades('kettle-leaks', 2)).toEqual({ jsonSchema: 'passed', fieldsMatch: 'passed' })
  expect(graded.grades('toaster-late', 3)).toEqual({ jsonSchema: 'failed', fieldsMatch: 'passed' })
  expect(graded.reason('toaster-late', 3, 'jsonSchema')).toContain('fence')
  expect(graded.grades('invoice-copy', 4)).toEqual({ jsonSchema: 'failed', fieldsMatch: 'passed' })
  expect(graded.reason('invoice-copy', 4, 'jsonSchema')).toContain('deadline')
  expect(graded.grades('deadline', 4)).toEqual({ jsonSchema: 'failed', fieldsMatch: 'passed' })
  expect(graded.grades('capitals', 1)).toEqual({ jsonSchema: 'passed', fieldsMatch: 'failed 0.75' })
  expect(graded.reason('capitals', 1, 'fieldsMatch')).toBe('urgent is true, wanted false')
  expect(graded.grades('spanish-rice-cooker', 2)).toEqual({ jsonSchema: 'passed', fieldsMatch: 'failed 0.5' })
  expect(graded.grades('lid-dishwasher', 4)).toEqual({ jsonSchema: 'passed', fieldsMatch: 'failed 0.25' })
  expect(graded.grades('leading-zeros', 2)).toEqual({ jsonSchema: 'failed', fieldsMatch: 'failed 0.75' })
  expect(graded.grades('smell-of-gas', 3)).toEqual({ jsonSchema: 'failed', fieldsMatch: 'failed' })
  expect(graded.grades('long-story', 2)).toEqual({ jsonSchema: 'failed', fieldsMatch: 'failed' })
  expect(graded.reason('long-story', 2, 'jsonSchema')).toContain('cut off')
  expect(graded.reason('quoted-label', 4, 'jsonSchema')).toContain('curly quotes')
  expect(graded.grades('fahrenheit', 4)).toEqual({ jsonSchema: 'failed', fieldsMatch: 'failed' })
  expect(graded.grades('praise', 4)).toEqual({ jsonSchema: 'notGraded', fieldsMatch: 'notGraded' })
  expect(graded.grades('nobody-there', 1)).toEqual({ jsonSchema: 'passed', fieldsMatch: 'notGraded' })
  expect(graded.verdict('praise')).toBe('notGraded')
  expect(graded.verdict('nobody-there')).toBe('notGraded')
})

test('ticket triage: one field forgiven turns the cases that its prose asks about', async () => {
  const strict = await gradeAsIs('ticket-triage')
  const forgiving = await grade('ticket-triage', [['const enough = 1', 'const enough = 0.75']])
  expect(forgiving.verdict('capitals')).toBe('passed')
  expect(flips(strict, forgiving, 'fieldsMatch')).toContain('kettle-leaks/4: failed → passed')
  expect(flips(strict, forgiving, 'jsonSchema')).toEqual([])
})

test('ticket triage: with `extract: value` what is only badly wrapped passes', async () => {
  const before = await gradeAsIs('ticket-triage')
  const source = readFileSync(path.join(SAMPLES, 'ticket-triage.proctor.md'), 'utf8')
  const schema = /- jsonSchema:\n([^]*?)(?=- custom)/.exec(source)?.[1] ?? ''
  const settings = `    extract: value\n    schema:\n${schema.replaceAll(/^/gm, '  ')}`
  const after = await grade('ticket-triage', [[schema, `${settings.trimEnd()}\n`]])
  expect(flips(before, after, 'jsonSchema')).toEqual([
    'toaster-late/3: failed → passed',
    'knife-missing/4: failed → passed',
  ])
})

test('mail summaries: five graders see five things', async () => {
  const graded = await gradeAsIs('mail-summaries')
  expect(counts(graded)).toEqual([72, 42, 27, 3])

  const good = {
    'one-sentence': 'passed',
    short: 'passed',
    'no-greeting': 'passed',
    semanticSimilarity: 'passed',
    llmJudge: 'passed',
  }
  expect(graded.grades('dentist-moved', 1)).toEqual(good)
  expect(graded.grades('dentist-moved', 2)).toEqual({ ...good, 'one-sentence': 'failed' })
  expect(graded.grades('contract-signature', 2)).toEqual({ ...good, short: 'failed' })
  expect(graded.grades('garden-help', 2)).toEqual({ ...good, 'no-greeting': 'failed' })
  expect(graded.grades('flight-earlier', 2)).toEqual({ ...good, llmJudge: 'failed' })
  expect(graded.grades('room-swap', 2)['semanticSimilarity']).toMatch(/^failed 0\.5[89]/)
  expect(graded.grades('server-restart', 3)['semanticSimilarity']).toMatch(/^failed 0\.3/)
  expect(graded.grades('car-ready', 1)).toEqual({ ...good, llmJudge: 'notGraded' })
  expect(graded.grades('refund-tickets', 2)).toEqual({ ...good, llmJudge: 'notGraded' })
  expect(graded.grades('refund-tickets', 3)['semanticSimilarity']).toBe('failed')
  expect(new Set(Object.values(graded.grades('room-swap', 3)))).toEqual(new Set(['notGraded']))
  expect(graded.grades('talk-to-the-judge', 3)['llmJudge']).toMatch(/^failed/)
})

test('mail summaries: the other rubric turns verdicts in both directions', async () => {
  const strict = await gradeAsIs('mail-summaries')
  const lenient = await grade('mail-summaries', [['rubric: { cell: strict }', 'rubric: { cell: lenient }']])
  const turned = flips(strict, lenient, 'llmJudge')
  expect(turned).toEqual([
    'dentist-moved/3: failed → passed',
    'parcel-shop/3: failed → passed',
    'choir-snacks/2: passed → failed',
    'flight-earlier/2: failed → passed',
    'school-trip/3: failed → passed',
    'car-ready/1: notGraded → passed',
    'car-ready/3: failed → passed',
    'garden-help/3: failed → passed',
    'password-expiry/3: passed → notGraded',
    'refund-tickets/2: notGraded → passed',
    'blood-donation/3: failed → passed',
    'plumber-visit/3: failed → passed',
  ])
})

test('mail summaries: the edits that its prose proposes do what it says', async () => {
  const before = await gradeAsIs('mail-summaries')
  const after = await grade('mail-summaries', [
    ["'(?:[^.!?\\n]|", "'(?:(?:Dr|Ms)[.] |[^.!?\\n]|"],
    ['{3,19}', '{3,22}'],
    ['threshold: 0.6 ', 'threshold: 0.5 '],
  ])
  expect(flips(before, after, 'one-sentence')).toEqual([
    'dentist-moved/2: failed → passed',
    'school-trip/2: failed → passed',
  ])
  expect(flips(before, after, 'short')).toContain('contract-signature/2: failed → passed')
  expect(flips(before, after, 'semanticSimilarity')).toEqual(
    expect.arrayContaining(['room-swap/2: failed → passed', 'blood-donation/1: failed → passed']),
  )
})

test('a rubric that no reply was recorded under is said, and nothing is graded by it', async () => {
  const graded = await grade('mail-summaries', [['3 = No detail is wrong', '3 = Not one detail is wrong']])
  expect(graded.grades('dentist-moved', 1)['llmJudge']).toBe('notGraded')
  expect(graded.reason('dentist-moved', 1, 'llmJudge')).toContain('recorded under another rubric')
})

test('assistant intents: what an exact comparison takes for a difference', async () => {
  const graded = await gradeAsIs('assistant-intents')
  expect(counts(graded)).toEqual([120, 96, 21, 3])
  expect(graded.grades('en-wake', 1)).toEqual({ exactMatch: 'passed', label: 'passed' })
  expect(graded.grades('en-text-not-call', 2)).toEqual({ exactMatch: 'failed', label: 'passed' })
  expect(graded.grades('en-enough', 3)).toEqual({ exactMatch: 'passed', label: 'passed' })
  expect(graded.grades('fr-timer', 2)).toEqual({ exactMatch: 'failed', label: 'failed' })
  expect(graded.grades('tr-light-off', 2)).toEqual({ exactMatch: 'passed', label: 'failed' })
  expect(graded.grades('ar-rain', 2)).toEqual({
    exactMatch: 'failed',
    label: 'failed',
    'label-or-arabic': 'failed',
  })
  expect(graded.grades('tr-city', 2)).toEqual({ exactMatch: 'passed', 'one-word': 'passed' })
  expect(graded.grades('de-opposite', 3)).toEqual({ exactMatch: 'failed', 'one-word': 'passed' })
  expect(graded.grades('fr-season', 2)).toEqual({ exactMatch: 'failed', 'one-word': 'passed' })
  expect(graded.reason('fr-season', 2, 'exactMatch')).toContain('NFC')
  expect(graded.reason('en-short-form', 2, 'exactMatch')).toContain('quot')
  expect(graded.grades('ja-mountain', 1)).toEqual({
    exactMatch: 'passed',
    'one-word': 'passed',
    'label-or-japanese': 'passed',
  })
  expect(graded.grades('ja-mountain', 2)).toEqual({
    exactMatch: 'failed',
    'one-word': 'failed',
    'label-or-japanese': 'failed',
  })
  expect(graded.grades('ar-capital', 3)['exactMatch']).toBe('failed')
  expect(graded.grades('en-right-angle', 1)).toEqual({ 'one-word': 'passed', ninety: 'passed' })
  expect(graded.grades('en-right-angle', 3)).toEqual({ 'one-word': 'failed', ninety: 'failed' })
  expect(graded.grades('de-just-do-it', 1)).toEqual({ exactMatch: 'notGraded', label: 'passed' })
  expect(graded.grades('de-just-do-it', 3)).toEqual({ exactMatch: 'notGraded', label: 'failed' })
  expect(graded.grades('tr-dilek', 2)).toEqual({ exactMatch: 'notGraded', label: 'notGraded' })
})

test('assistant intents: with Unicode case folding the pattern agrees with the comparison', async () => {
  const before = await gradeAsIs('assistant-intents')
  const inline = await grade('assistant-intents', [['(?i) (', '(?iu) (']])
  const flag = await grade('assistant-intents', [
    ['flags: [COMMENTS]', 'flags: [COMMENTS, IGNORE_CASE]'],
    ['(?i) (', '('],
  ])
  expect(flips(before, inline, 'label')).toEqual(['tr-light-off/2: failed → passed'])
  expect(flips(inline, flag, 'label')).toEqual([])
})

test('assistant intents: a full stop can be allowed in the pattern alone', async () => {
  const before = await gradeAsIs('assistant-intents')
  const after = await grade('assistant-intents', [['navigate\\.to )', 'navigate\\.to ) \\.?']])
  expect(flips(before, after, 'label')).toEqual(['fr-timer/2: failed → passed'])
  expect(flips(before, after, 'exactMatch')).toEqual([])
})

test('assistant intents: with the case of letters, only what is written alike passes', async () => {
  const before = await gradeAsIs('assistant-intents')
  const strict = await grade('assistant-intents', [['ignoreCase: true', 'ignoreCase: false']])
  expect(flips(before, strict, 'exactMatch')).toEqual([
    'en-lights/3: passed → failed',
    'fr-music/3: passed → failed',
    'tr-light-off/2: passed → failed',
    'tr-city/2: passed → failed',
    'tr-city/3: passed → failed',
    'de-opposite/1: passed → failed',
    'fr-season/1: passed → failed',
    'en-short-form/3: passed → failed',
  ])
})

test('all six kinds of grader and all three verdicts are shown', async () => {
  const names = ['ticket-triage', 'mail-summaries', 'assistant-intents']
  const graded = await Promise.all(names.map(gradeAsIs))
  const grades = graded.flatMap(({ report }) =>
    report.cases.flatMap(({ attempts }) => attempts.flatMap((attempt) => attempt.grades)),
  )
  expect(new Set(grades.map(({ kind }) => kind))).toEqual(
    new Set(['exactMatch', 'regex', 'jsonSchema', 'semanticSimilarity', 'llmJudge', 'custom']),
  )
  for (const kind of new Set(grades.map((each) => each.kind)))
    expect(new Set(grades.filter((each) => each.kind === kind).map(({ verdict }) => verdict)), kind).toEqual(
      new Set(['passed', 'failed', 'notGraded']),
    )
})
