import { z } from 'zod'
import { expecting, text, wholeNumber, word } from './fields.ts'

/** One message of a conversation. */
export const messageSchema = z.strictObject({
  role: word('Who speaks: `system`, `user`, `assistant` …'),
  content: text('What is said. In a prompt it is a template.'),
})

/** Stop texts: one, or several. */
const stop = z
  .union([text('A text that ends the output.'), z.array(text('A text that ends the output.'))])
  .describe('Texts that end the output when the model writes them.')

/** The body of a `yaml prompt` cell. */
export const promptSettingsSchema = z
  .strictObject({
    template: text(
      'The prompt. `{{input}}` and `{{name}}` stand for the values of a case; `{{{{` writes `{{`.',
    )
      .optional()
      .meta({ default: '{{input}}' }),
    system: text('The system message, a template.').optional(),
    messages: expecting(
      z.array(messageSchema).min(1).describe('A whole conversation of templates, instead of `template`.'),
      'a list of at least one message',
      '[{ role: user, content: "{{input}}" }]',
    ).optional(),
    attempts: wholeNumber('How often each case is asked. A case may say its own number.', 1).default(1),
    temperature: expecting(
      z.number().min(0).describe('The sampling temperature.'),
      'a number of at least 0',
    ).optional(),
    maxTokens: wholeNumber('The most tokens that an output may have.', 1).optional(),
    seed: expecting(z.int().describe('The seed of the sampling.'), 'a whole number').optional(),
    stop: stop.optional(),
  })
  .refine(({ template, messages }) => template === undefined || messages === undefined, {
    message: 'Found both `template` and `messages`; a prompt has one of them.',
  })
  .meta({ title: 'Prompt', description: 'A template and its sampling settings.' })

export type PromptSettings = z.output<typeof promptSettingsSchema>
