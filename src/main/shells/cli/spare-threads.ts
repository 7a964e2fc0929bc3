import { statSync } from 'node:fs'
import { startSpareThread, type GradingThread } from '../../grading/grading-thread.ts'
import { workersWorth } from '../../grading/workers-worth.ts'
import { readTextFile } from '../../running/read-text-file.ts'

/** What a short recorded attempt takes in a file; most take more. */
const BYTES_AN_ATTEMPT = 120

/** How many attempts files of recorded attempts may hold, by their sizes; at least 1. */
export const likelyAttempts = (files: readonly string[]): number => {
  const bytes = files.reduce((sum, file) => sum + (sizeOf(file) ?? 0), 0)
  return Math.max(1, Math.ceil(bytes / BYTES_AN_ATTEMPT))
}

/** A regular file's size in bytes. What is wrong with a file is said when it is read for good. */
const sizeOf = (file: string): number | undefined => {
  try {
    const status = statSync(file)
    return status.isFile() ? status.size : undefined
  } catch {
    return undefined
  }
}

/**
 * Worker threads that load while the suite is read and checked, which takes longer than a look at its
 * text: a word that is there for another reason costs a library that is loaded for nothing.
 */
export const spareThreads = (
  suiteFile: string,
  attemptFiles: readonly string[],
): readonly GradingThread[] => {
  // A pipe can be read once only.
  const read = sizeOf(suiteFile) === undefined ? undefined : readTextFile(suiteFile)
  const text = read?.ok ? read.text : ''
  const hints = { schemas: text.includes('jsonSchema'), sandbox: text.includes('custom') }
  return Array.from({ length: workersWorth(likelyAttempts(attemptFiles)) }, () => startSpareThread(hints))
}
