import type { Diagnostic } from '#core/diagnostics.ts'
import { canonicalJson } from '#core/json.ts'
import { unknownName } from '#core/text/name-hint.ts'
import type { Case, Device, Prompt, Suite } from '#core/suite/suite.ts'

/** What of a suite to run. Empty lists mean: the default prompt, the default device, every case. */
export interface Selection {
  readonly devices: readonly string[]
  readonly prompts: readonly string[]
  readonly cases: readonly string[]
  readonly tags: readonly string[]
  /** Attempts of each case, whatever the suite says. */
  readonly attempts?: number
  readonly shard?: Shard
}

/** Part `index` of `count`, counted from 1: every `count`-th case. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/**
 * A text that is the same for the same part of a suite, and empty for all of it: the default prompt and
 * device, every case, as many attempts as the suite says.
 */
export const selectionKey = ({ devices, prompts, cases, tags, attempts, shard }: Selection): string => {
  const parts = {
    ...(devices.length > 0 && { devices: devices.toSorted() }),
    ...(prompts.length > 0 && { prompts: prompts.toSorted() }),
    ...(cases.length > 0 && { cases: cases.toSorted() }),
    ...(tags.length > 0 && { tags: tags.toSorted() }),
    ...(attempts !== undefined && { attempts }),
    ...(shard && { shard: `${shard.index}/${shard.count}` }),
  }
  return Object.keys(parts).length === 0 ? '' : canonicalJson(parts)
}

/** One attempt to ask for. */
export interface PlannedAttempt {
  readonly testCase: Case
  readonly prompt: Prompt
  readonly device: Device
  readonly attempt: number
}

export interface RunPlan {
  readonly cases: readonly Case[]
  readonly prompts: readonly Prompt[]
  readonly devices: readonly Device[]
  /** Device by device, prompt by prompt, case by case. */
  readonly attempts: readonly PlannedAttempt[]
}

/** Says which attempts a selection stands for, or which of its names the suite does not have. */
export const planRun = (
  suite: Suite,
  selection: Selection,
): { readonly plan: RunPlan; readonly diagnostics: readonly Diagnostic[] } => {
  const diagnostics: Diagnostic[] = []
  const refuse = (message: string): void => {
    diagnostics.push({ severity: 'error', file: suite.file, line: 1, column: 1, message })
  }
  const choose = <T extends { readonly name: string }>(
    what: string,
    wanted: readonly string[],
    all: readonly T[],
  ): readonly T[] => {
    if (wanted.length === 0) return all.slice(0, 1)
    for (const name of missing(
      wanted,
      all.map((one) => one.name),
    ))
      refuse(
        unknownName(
          what,
          name,
          all.map((one) => one.name),
        ),
      )
    return all.filter(({ name }) => wanted.includes(name))
  }

  if (suite.devices.length === 0)
    refuse(
      'the suite has no device, so there is nothing to run; add a device cell, or grade recorded attempts with `proctor grade`',
    )
  const devices = choose('device', selection.devices, suite.devices)
  const prompts = choose('prompt', selection.prompts, suite.prompts)
  const ids = suite.cases.map(({ id }) => id)
  for (const id of missing(selection.cases, ids)) refuse(unknownName('case', id, ids))
  const tags = [...new Set(suite.cases.flatMap((testCase) => testCase.tags))]
  for (const tag of missing(selection.tags, tags)) refuse(unknownName('tag', tag, tags))

  const { shard } = selection
  const chosen = suite.cases
    .filter(({ id }) => selection.cases.length === 0 || selection.cases.includes(id))
    .filter(
      (testCase) => selection.tags.length === 0 || selection.tags.some((tag) => testCase.tags.includes(tag)),
    )
  if (chosen.length === 0 && diagnostics.length === 0)
    refuse(
      suite.cases.length === 0
        ? 'the suite has no cases'
        : 'no case has what --case and --tag ask for together',
    )
  // A part may be empty where there are fewer cases than parts.
  const cases = chosen.filter((_, index) => !shard || index % shard.count === shard.index - 1)

  const attempts = devices.flatMap((device) =>
    prompts.flatMap((prompt) =>
      cases.flatMap((testCase) => {
        const count = selection.attempts ?? testCase.attempts ?? prompt.attempts
        return Array.from({ length: count }, (_, index) => ({ testCase, prompt, device, attempt: index + 1 }))
      }),
    ),
  )
  return { plan: { cases, prompts, devices, attempts }, diagnostics }
}

const missing = (wanted: readonly string[], all: readonly string[]): readonly string[] =>
  wanted.filter((name) => !all.includes(name))
