import type { Attempt } from '#core/attempts/attempt.ts'
import type { DeviceDriver } from '../devices/device.ts'
import type { PlannedAttempt } from './plan-run.ts'

/** What happens while attempts are asked for, in the order it happens. */
export type AskEvent =
  | { readonly kind: 'started'; readonly planned: PlannedAttempt }
  | { readonly kind: 'text'; readonly planned: PlannedAttempt; readonly piece: string }
  /** The attempt is settled; it is to be stored now. `done` counts settled attempts of `total`. */
  | { readonly kind: 'settled'; readonly attempt: Attempt; readonly done: number; readonly total: number }

export interface AskOptions {
  readonly planned: readonly PlannedAttempt[]
  /** The driver of each device, by name. */
  readonly drivers: ReadonlyMap<string, DeviceDriver>
  readonly signal: AbortSignal
  readonly onEvent: (event: AskEvent) => void
  /** ISO 8601, UTC. */
  readonly now: () => string
}

/**
 * Asks each device for its attempts, devices side by side, each with its own concurrency. An attempt
 * whose device fails is settled with the error and the rest goes on. When cancelled, attempts in flight
 * are dropped, those that are settled stay, and the promise resolves.
 */
export const askDevices = async (options: AskOptions): Promise<void> => {
  const { planned, drivers, signal, onEvent, now } = options
  let done = 0

  const askOne = async (driver: DeviceDriver, one: PlannedAttempt): Promise<void> => {
    onEvent({ kind: 'started', planned: one })
    const startedAt = now()
    const answer = await driver.ask({
      testCase: one.testCase,
      prompt: one.prompt,
      attempt: one.attempt,
      signal,
      onText: (piece) => onEvent({ kind: 'text', planned: one, piece }),
    })
    const attempt: Attempt = {
      startedAt,
      ...answer,
      caseId: one.testCase.id,
      prompt: one.prompt.name,
      device: one.device.name,
      attempt: one.attempt,
    }
    onEvent({ kind: 'settled', attempt, done: ++done, total: planned.length })
  }

  const askInTurn = async (driver: DeviceDriver, queue: PlannedAttempt[]): Promise<void> => {
    for (let one = queue.shift(); one && !signal.aborted; one = queue.shift()) {
      try {
        await askOne(driver, one)
      } catch (error) {
        if (!signal.aborted) throw error
      }
    }
  }

  const deviceNames = [...new Set(planned.map(({ device }) => device.name))]
  await Promise.all(
    deviceNames.flatMap((name) => {
      const driver = drivers.get(name)
      if (!driver) throw new Error(`device ${name} was not opened`)
      const queue = planned.filter(({ device }) => device.name === name)
      return Array.from({ length: concurrencyOf(queue[0]) }, () => askInTurn(driver, queue))
    }),
  )
}

const concurrencyOf = (planned: PlannedAttempt | undefined): number => {
  const setting = planned?.device.settings['concurrency']
  return typeof setting === 'number' && setting >= 1 ? Math.floor(setting) : 1
}
