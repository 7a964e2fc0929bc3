import type { JsonSchemaGrader } from '../../suite/suite.ts'
import { failed, notGraded, passed, type Grade, type GradeDetails } from '../grade.ts'
import type { GradeFunction } from '../item.ts'
import { duplicateKeys } from '../json/duplicate-keys.ts'
import { findJson, type FoundJson } from '../json/find-json.ts'
import { explainParseFailure } from '../json/parse-failure.ts'
import type { SchemaCompiler, SchemaError } from '../json/schema-compiler.ts'
import { describeSchemaErrors } from '../json/schema-errors.ts'

/**
 * Passes where the output is JSON that the schema allows; needs nothing from the case. Score 1 or 0. A schema that
 * does not compile, and a value that the validator gives up on, is not graded.
 */
export const jsonSchemaGrader = (spec: JsonSchemaGrader, compile: SchemaCompiler): GradeFunction => {
  if (spec.decoder === 'kotlinx') return () => NO_KOTLINX
  const compiled = compile(spec.schema, spec.files)
  if (!compiled.ok) {
    const grade = notGraded(`the schema cannot be used: ${compiled.message}`)
    return () => grade
  }
  return ({ output }) => {
    try {
      const json = findJson(output, spec.extract)
      return json
        ? gradeValue(json, compiled.validate(json.value))
        : failed(explainParseFailure(output, spec.extract).reason)
    } catch (error) {
      return notGraded(
        `the validator gave up on this output: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
}

const NO_KOTLINX = notGraded(
  'the decoder "kotlinx" is not available in this version of Proctor; use decoder: json to grade with JSON.parse',
)

const gradeValue = (json: FoundJson, errors: readonly SchemaError[]): Grade => {
  const duplicates = duplicateKeys(json.text, json.value)
  if (errors.length === 0 && duplicates.length === 0 && json.rule === 'asIs') return passed()
  const warnings = duplicates.map(
    (place) => `${place}: the key stands more than once in its object; the last one counts`,
  )
  const noted: GradeDetails = {
    ...(json.rule !== 'asIs' && { extracted: json.rule }),
    ...(warnings.length > 0 && { warnings }),
  }
  const details = (noted.extracted ?? noted.warnings) ? noted : undefined
  if (errors.length === 0) return passed(1, undefined, details)
  const { reason, all } = summarize(errors)
  return failed(reason, 0, reason === all ? details : { ...details, reason: all })
}

const MOST_SENTENCES = 200
const SUMMARY_SENTENCES = 3
/** Room for three sentences and the count of the others in a reason's 500 characters. */
const SUMMARY_LENGTH = 440

/** The first few violations in one sentence, and all of them (at most 200) a line each. */
const summarize = (errors: readonly SchemaError[]): { readonly reason: string; readonly all: string } => {
  const sentences = describeSchemaErrors(errors.slice(0, MOST_SENTENCES))
  const omitted = Math.max(0, errors.length - MOST_SENTENCES)
  let shown = 1
  while (
    shown < Math.min(SUMMARY_SENTENCES, sentences.length) &&
    sentences.slice(0, shown + 1).join('; ').length <= SUMMARY_LENGTH
  ) {
    shown++
  }
  const left = sentences.length - shown + omitted
  const start = sentences.slice(0, shown).join('; ')
  const all = [...sentences, ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('\n')
  return { reason: left === 0 ? start : `${start}; and ${left} more`, all: left === 0 ? start : all }
}
