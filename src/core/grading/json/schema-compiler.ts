import type { JsonValue } from '../../json.ts'

/**
 * What the `jsonSchema` grader needs of a validator. A port, because the validator makes code, which only the main
 * process may.
 *
 * @param schema - draft 2020-12 unless its `$schema` says 07 or 2019-09.
 * @param files - what a `$ref` may reach, by the name that the schema uses. Nothing else is ever loaded.
 */
export type SchemaCompiler = (schema: JsonValue, files: Readonly<Record<string, JsonValue>>) => CompiledSchema

export type CompiledSchema =
  | {
      readonly ok: true
      /** Every error of the value, in the order found; none where it is valid. */
      readonly validate: (value: JsonValue) => readonly SchemaError[]
      /** One sentence for each thing in the schema that is ignored. */
      readonly warnings: readonly string[]
    }
  | {
      readonly ok: false
      /** One sentence: what in the schema is wrong, and where. */
      readonly message: string
    }

/** One violation. Plain data; `describeSchemaErrors` makes the sentence. */
export interface SchemaError {
  /** JSON Pointer to the value; empty for the whole. */
  readonly path: string
  /** The schema's keyword that is violated. */
  readonly keyword: string
  /** What the keyword asked for and found, by the validator's names. */
  readonly params: Readonly<Record<string, unknown>>
  /** The value at the path. */
  readonly value: unknown
  /** The properties that the schema names at this place, where the violation is one too many. */
  readonly knownProperties?: readonly string[]
  /** The validator's own words. */
  readonly message: string
}
