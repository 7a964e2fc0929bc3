import { availableParallelism } from 'node:os'

/** A further worker pays only for runs that take longer than its start. */
const ITEMS_A_WORKER = 15_000

/** How many workers so many items are worth where the machine is shared by so many pools; at least 1. */
export const workersWorth = (itemCount: number, poolCount: number): number =>
  Math.max(1, Math.min(Math.floor(availableParallelism() / poolCount), Math.ceil(itemCount / ITEMS_A_WORKER)))
