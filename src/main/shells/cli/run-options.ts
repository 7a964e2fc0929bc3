import type { Selection, Shard } from '../../running/plan-run.ts'
import type { ReportOptions } from './write-report.ts'

/** The options of `run`. */
export interface RunOptions extends ReportOptions {
  readonly device: readonly string[]
  readonly prompt: readonly string[]
  readonly attempts?: number
  readonly case: readonly string[]
  readonly tag: readonly string[]
  readonly shard?: Shard
  readonly record?: string
  readonly resume: boolean
}

/** What of the suite the options ask for. */
export const selectionOf = (options: RunOptions): Selection => ({
  devices: options.device,
  prompts: options.prompt,
  cases: options.case,
  tags: options.tag,
  ...(options.attempts !== undefined && { attempts: options.attempts }),
  ...(options.shard && { shard: options.shard }),
})

/** The call that goes on with a run: the same selection and permissions, and `--resume`. */
export const resumeCall = (suiteFile: string, options: RunOptions): string =>
  [
    'proctor run',
    quoted(suiteFile),
    ...options.device.map((name) => `--device ${quoted(name)}`),
    ...options.prompt.map((name) => `--prompt ${quoted(name)}`),
    ...(options.attempts === undefined ? [] : [`--attempts ${options.attempts}`]),
    ...options.case.map((id) => `--case ${quoted(id)}`),
    ...options.tag.map((tag) => `--tag ${quoted(tag)}`),
    ...(options.shard ? [`--shard ${options.shard.index}/${options.shard.count}`] : []),
    ...(options.record === undefined ? [] : [`--record ${quoted(options.record)}`]),
    ...(options.trust ? ['--trust'] : []),
    ...options.allow.map((host) => `--allow ${quoted(host)}`),
    '--resume',
  ].join(' ')

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
