import { z } from 'zod'
import { expecting, flag, milliseconds, text, wholeNumber, word } from './fields.ts'
import {
  environment,
  lmstudioServer,
  model,
  ollamaServer,
  openaiApi,
  openaiServer,
  program,
} from './server-settings.ts'

const embedding = {
  prefix: text('A text put before each text, as some embedders want.').optional(),
  dimension: wholeNumber('How many numbers an embedding has; another count is an error.', 1).optional(),
  normalise: flag('Whether embeddings are scaled to length 1.').optional(),
  timeoutMs: milliseconds('The longest that one request may take, in milliseconds.').optional(),
  concurrency: wholeNumber('How many requests run at once.', 1).optional(),
}

/** The settings of each kind of embedder. */
export const EMBEDDER_SCHEMAS = {
  builtin: z
    .strictObject({ kind: z.literal('builtin') })
    .describe('The embedder that comes with Proctor: offline, English, 512 dimensions.'),
  openai: openaiServer(embedding).describe("A server with OpenAI's `/v1/embeddings`."),
  ollama: ollamaServer(embedding).describe("Ollama's `/api/embed`."),
  lmstudio: lmstudioServer(embedding),
} as const

const judging = {
  temperature: expecting(
    z.number().min(0).describe('The sampling temperature.'),
    'a number of at least 0',
  ).optional(),
  seed: expecting(z.int().describe('The seed of the sampling.'), 'a whole number').optional(),
  maxTokens: wholeNumber('The most tokens that a reply may have.', 1).optional(),
  timeoutMs: milliseconds('The longest that one reply may take, in milliseconds.').optional(),
  concurrency: wholeNumber('How many replies are asked for at once.', 1).optional(),
  retries: wholeNumber('How often a request that failed is sent again.', 0).optional(),
}

/** The settings of each kind of judge. */
export const JUDGE_SCHEMAS = {
  openai: openaiServer({ api: openaiApi, ...judging }).describe("A server with OpenAI's interface."),
  ollama: ollamaServer(judging),
  lmstudio: lmstudioServer(judging),
  command: z
    .strictObject({
      kind: z.literal('command'),
      command: program,
      cwd: word("The folder it runs in; without it the notebook's.").optional(),
      env: environment.optional(),
      model: model.optional(),
      ...judging,
    })
    .describe('A program that reads the judge prompt and writes the reply.'),
  replay: z
    .strictObject({
      kind: z.literal('replay'),
      file: word('Recorded attempts with judgements; without it those that are graded.').optional(),
      model: model.optional(),
      ...judging,
    })
    .describe('Replies from the `judgements` of recorded attempts.'),
} as const

/** The body of a `yaml embedder` cell, for editors. */
export const embedderCellSchema = z
  .union(Object.values(EMBEDDER_SCHEMAS))
  .meta({ title: 'Embedder', description: 'A model that turns texts into vectors.' })

/** The body of a `yaml judge` cell, for editors. */
export const judgeCellSchema = z
  .union(Object.values(JUDGE_SCHEMAS))
  .meta({ title: 'Judge', description: 'A model that rates outputs.' })
