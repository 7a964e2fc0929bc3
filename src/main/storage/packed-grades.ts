import { type Grade, type GradeDetails, passed, type Verdict } from '#core/grading/grade.ts'

/** The grades of one attempt as they are stored; see `migrations.ts` for the layout. */
export interface PackedGrades {
  readonly verdicts: string
  readonly scores: Buffer
  readonly notes?: string | null
}

const LETTERS: Readonly<Record<Verdict, string>> = { passed: 'p', failed: 'f', notGraded: 'n' }
const VERDICTS: Readonly<Record<string, Verdict>> = { p: 'passed', f: 'failed', n: 'notGraded' }

type Note = readonly [position: number, reason: string | null, details: GradeDetails | null]

export const packGrades = (grades: readonly (Grade | undefined)[]): PackedGrades => {
  const scores = new Float64Array(grades.length).fill(Number.NaN)
  const notes: Note[] = []
  let verdicts = ''
  for (const [position, grade] of grades.entries()) {
    verdicts += grade ? LETTERS[grade.verdict] : '-'
    if (grade?.score !== undefined) scores[position] = grade.score
    if (grade?.reason !== undefined || grade?.details)
      notes.push([position, grade.reason ?? null, grade.details ?? null])
  }
  return {
    verdicts,
    scores: Buffer.from(scores.buffer),
    ...(notes.length > 0 && { notes: JSON.stringify(notes) }),
  }
}

export const unpackGrades = ({ verdicts, scores, notes }: PackedGrades): readonly (Grade | undefined)[] => {
  const noted = new Map(parseNotes(notes).map((note) => [note[0], note]))
  return [...verdicts].map((letter, position) => {
    const verdict = VERDICTS[letter]
    if (!verdict) return undefined
    const score = scores.readDoubleLE(position * Float64Array.BYTES_PER_ELEMENT)
    const [, reason, details] = noted.get(position) ?? [position, null, null]
    if (verdict === 'passed' && score === 1 && reason === null && details === null) return passed()
    return {
      verdict,
      ...(!Number.isNaN(score) && { score }),
      ...(reason !== null && { reason }),
      ...(details !== null && { details }),
    }
  })
}

const parseNotes = (notes: string | null | undefined): readonly Note[] =>
  notes ? (JSON.parse(notes) as readonly Note[]) : []
