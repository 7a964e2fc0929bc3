import { z } from 'zod'
import { expecting, secret, word } from './fields.ts'

/** A program that is started without a shell. */
export const program = expecting(
  z.array(word('An argument.')).min(1).describe('A program and its arguments, started without a shell.'),
  'a list of a program and its arguments',
  '[./run-model, --prompt, "{{promptFile}}"]',
)

/** A server's address. */
const baseUrl = word("The server's address, such as `http://127.0.0.1:8080/v1`.", 'a URL')

/** The name of a model. */
export const model = word("The model's name.")

/** Variables of the environment of a program. */
export const environment = z
  .record(z.string(), z.union([word('A value.'), secret]))
  .describe('Variables of the environment. A key belongs into `{ secret: NAME }`.')

/** Headers of requests. */
const headers = z
  .record(z.string(), z.union([word('A value.'), secret]))
  .describe('Headers of each request. A key belongs into `{ secret: NAME }`.')

/** Which of OpenAI's interfaces a server has. */
export const openaiApi = z
  .enum(['chat', 'completions', 'responses'])
  .describe('Which of the interfaces is used.')
  .default('chat')

/** A server with OpenAI's interface, whatever it is asked for; `own` is what that takes besides. */
export const openaiServer = <Own extends z.ZodRawShape>(own: Own) =>
  z.strictObject({
    kind: z.literal('openai'),
    baseUrl,
    model,
    apiKey: secret.optional(),
    headers: headers.optional(),
    ...own,
  })

/** The same for Ollama. */
export const ollamaServer = <Own extends z.ZodRawShape>(own: Own) =>
  z
    .strictObject({
      kind: z.literal('ollama'),
      baseUrl: baseUrl.default('http://127.0.0.1:11434'),
      model,
      ...own,
    })
    .describe('A model that Ollama serves.')

/** The same for LM Studio. */
export const lmstudioServer = <Own extends z.ZodRawShape>(own: Own) =>
  z
    .strictObject({
      kind: z.literal('lmstudio'),
      baseUrl: baseUrl.default('http://127.0.0.1:1234/v1'),
      model,
      ...own,
    })
    .describe('A model that LM Studio serves.')
