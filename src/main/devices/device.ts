import type { Attempt } from '#core/attempts/attempt.ts'
import type { Case, Prompt } from '#core/suite/suite.ts'

/** What a device is asked: one attempt of one case. */
export interface DeviceRequest {
  readonly testCase: Case
  readonly prompt: Prompt
  /** Counts from 1. */
  readonly attempt: number
  readonly signal: AbortSignal
  /** Called with each piece of the output as it arrives. */
  readonly onText: (piece: string) => void
}

/**
 * What came back. A device that could not answer says so with `error` and `errorKind: device`; it does
 * not throw, apart from the signal's reason when it was cancelled.
 */
export type DeviceAnswer = Omit<Attempt, 'caseId' | 'attempt' | 'prompt' | 'device'>

/** Something that answers prompts. */
export interface DeviceDriver {
  ask(request: DeviceRequest): Promise<DeviceAnswer>
  close(): Promise<void>
}
