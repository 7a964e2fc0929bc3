import { z } from 'zod'
import { expecting, milliseconds, text, wholeNumber, word } from './fields.ts'
import {
  environment,
  lmstudioServer,
  model,
  ollamaServer,
  openaiApi,
  openaiServer,
  program,
} from './server-settings.ts'

const stdin = z
  .enum(['prompt', 'none'])
  .describe('What the program reads: the prompt, or nothing.')
  .default('prompt')

/** What every device takes. */
const common = {
  concurrency: wholeNumber('How many attempts run at once.', 1).default(1),
  timeoutMs: milliseconds('The longest that one attempt may take, in milliseconds.').optional(),
  firstTokenTimeoutMs: milliseconds('The longest wait for the first token, in milliseconds.').optional(),
  retries: wholeNumber('How often an attempt that the device failed is asked again.', 0).optional(),
  warmUp: wholeNumber('How many attempts are asked and thrown away before a run.', 0).optional(),
  coolDown: expecting(
    z.number().min(0).describe('The pause between two attempts, in milliseconds.'),
    'a number of milliseconds of at least 0',
  ).optional(),
  before: expecting(
    z.array(program).describe('Programs that run before the device is asked, such as a build.'),
    'a list of programs, each a list with its arguments',
    '[[./gradlew, installDebug]]',
  ).optional(),
  thinking: z
    .enum(['keep', 'strip'])
    .describe('Whether graders see a leading `<think>` block.')
    .default('keep'),
}

/** The settings of each kind of device. */
export const DEVICE_SCHEMAS = {
  replay: z
    .strictObject({
      kind: z.literal('replay'),
      file: word('Recorded attempts, one a line, relative to the notebook.'),
      ...common,
    })
    .describe('Answers with recorded attempts.'),
  openai: openaiServer({ api: openaiApi, ...common }).describe("A server with OpenAI's interface."),
  ollama: ollamaServer(common),
  lmstudio: lmstudioServer(common),
  command: z
    .strictObject({
      kind: z.literal('command'),
      command: program,
      stdin,
      cwd: word("The folder it runs in; without it the notebook's.").optional(),
      env: environment.optional(),
      ...common,
    })
    .describe('A program that reads the prompt and writes the output.'),
  'adb-shell': z
    .strictObject({
      kind: z.literal('adb-shell'),
      serial: word('The serial of the phone, as `adb devices` shows it.').optional(),
      command: word("One line for the phone's shell.", 'one line for the phone’s shell'),
      stdin,
      push: expecting(
        z
          .array(z.strictObject({ from: word('A file here.'), to: word('Its path on the phone.') }))
          .describe('Files that are copied to the phone first.'),
        'a list of `{ from, to }`',
      ).optional(),
      chatTemplate: text('How messages become one text.').optional(),
      profile: z
        .enum(['raw', 'llama.cpp', 'litert-lm', 'executorch'])
        .describe('Whose output it is, so that what is not the answer is taken off.')
        .default('raw'),
      ...common,
    })
    .describe("A program in a phone's shell."),
  'adb-http': z
    .strictObject({
      kind: z.literal('adb-http'),
      serial: word('The serial of the phone, as `adb devices` shows it.').optional(),
      socket: word(
        'Where the server on the phone listens.',
        '`tcp:PORT` or `localabstract:NAME`',
        /^(?:tcp:\d{1,5}|localabstract:\S+)$/,
      ),
      api: z.enum(['openai', 'ollama']).describe("The server's interface.").default('openai'),
      model: model.optional(),
      start: word("The command that starts the server, one line for the phone's shell.").optional(),
      ...common,
    })
    .describe('A server on a phone.'),
  'adb-instrument': z
    .strictObject({
      kind: z.literal('adb-instrument'),
      serial: word('The serial of the phone, as `adb devices` shows it.').optional(),
      component: word('The instrumentation.', '`package/.Runner`', /^[\w.]+\/[\w.$]+$/),
      arguments: z
        .record(z.string(), word('A value.'))
        .describe('Arguments of the instrumentation.')
        .optional(),
      ...common,
    })
    .describe('An instrumented app on a phone.'),
  gguf: z
    .strictObject({
      kind: z.literal('gguf'),
      file: word('A GGUF file, relative to the notebook.'),
      ...common,
    })
    .describe('A model file that runs on this computer.'),
} as const

/** The body of a `yaml device` cell, for editors. */
export const deviceCellSchema = z
  .union(Object.values(DEVICE_SCHEMAS))
  .meta({ title: 'Device', description: 'One target that answers prompts.' })

/** What `command` of a device may hold in double braces. */
export const COMMAND_NAMES = [
  'prompt',
  'promptFile',
  'system',
  'temperature',
  'seed',
  'maxTokens',
  'stop',
] as const
