import { z } from 'zod'

/**
 * How a field of a cell is read and spoken of, beyond what its schema checks.
 * One registry beside the schemas, so that the published JSON Schemas stay plain.
 */
export interface FieldFacts {
  /**
   * A scalar taken as it is written. In a `text` nothing may be cut off, so a comment after a plain
   * one is an error; a `word` (a name, a path) may have one.
   */
  readonly scalar?: 'text' | 'word'
  /** What is wanted, for messages: `a number from −1 to 1`. */
  readonly expected?: string
  /** An example of the right form, for messages. */
  readonly example?: string
  /** What is written here is secret: it is never repeated in a message. */
  readonly secret?: true
}

const facts = z.registry<FieldFacts>()

/** What is known of a schema; nothing for most. */
export const factsOf = (schema: z.core.$ZodType): FieldFacts => facts.get(schema) ?? {}

const withFacts = <S extends z.ZodType>(schema: S, fact: FieldFacts): S => {
  facts.add(schema, fact)
  return schema
}

/** A field whose messages say what is wanted in these words. */
export const expecting = <S extends z.ZodType>(schema: S, expected: string, example?: string): S =>
  withFacts(schema, { expected, ...(example !== undefined && { example }) })

/** Text of a case, a prompt or a grader, taken as it is written. */
export const text = (description: string) =>
  withFacts(z.string().describe(description), { scalar: 'text', expected: 'a text' })

/** A name, a path or another setting of one word or line, taken as it is written. */
export const word = (description: string, expected = 'a text', pattern = /^[^]/) =>
  withFacts(z.string().regex(pattern).describe(description), { scalar: 'word', expected })

/** A whole number of at least `least`. */
export const wholeNumber = (description: string, least: number, most?: number) =>
  expecting(
    (most === undefined ? z.int().min(least) : z.int().min(least).max(most)).describe(description),
    most === undefined ? `a whole number of at least ${least}` : `a whole number from ${least} to ${most}`,
  )

/** A number in a closed range. */
export const numberFrom = (description: string, least: number, most: number) =>
  expecting(
    z.number().min(least).max(most).describe(description),
    `a number from ${String(least).replace('-', '−')} to ${most}`,
  )

/** A time of at least one millisecond. */
export const milliseconds = (description: string) =>
  expecting(z.number().positive().describe(description), 'a number of milliseconds above 0')

/** true or false. */
export const flag = (description: string) => expecting(z.boolean().describe(description), 'true or false')

/** A list of tags. */
export const tags = (description: string) =>
  expecting(z.array(text('A tag.')).describe(description), 'a list of tags', '[kitchen, urgent]')

/** The name of a secret that the keychain or the environment holds. The secret itself is refused. */
export const secret = withFacts(
  z
    .strictObject({ secret: word('The name under which the keychain, or PROCTOR_SECRET_NAME, holds it.') })
    .describe('Names a secret. The secret itself never stands in a file.'),
  { secret: true, expected: 'the name of a secret', example: '{ secret: NAME }' },
)

/** Any JSON value. */
export const anyValue = (description: string) => z.unknown().describe(description)
