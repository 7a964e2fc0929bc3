import { availableParallelism } from 'node:os'

/** A further worker pays only for runs that take longer than its start. */
const ITEMS_A_WORKER = 15_000

/** How many workers so many items are worth on this machine, at least 1. */
export const workersWorth = (itemCount: number): number =>
  Math.max(1, Math.min(availableParallelism(), Math.ceil(itemCount / ITEMS_A_WORKER)))
