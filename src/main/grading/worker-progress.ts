/**
 * What a worker is doing, readable from outside while it is busy: a counter that rises with every
 * grade it begins, and the position of that grade among the grades of its batch, or −1 between batches.
 */
export interface WorkerProgress {
  /** Says that the worker begins the grade at `position` of its batch, or, with −1, that it is idle. */
  begin(position: number): void
  read(): { readonly count: number; readonly position: number }
}

export const PROGRESS_BYTES = 8

export const workerProgress = (memory: SharedArrayBuffer): WorkerProgress => {
  const cells = new Int32Array(memory)
  return {
    begin: (position) => {
      Atomics.store(cells, 1, position)
      Atomics.add(cells, 0, 1)
    },
    read: () => ({ count: Atomics.load(cells, 0), position: Atomics.load(cells, 1) }),
  }
}
