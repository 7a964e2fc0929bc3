import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileProblem } from './file-problem.ts'

/** No notebook is larger; what is, was not meant. */
const LARGEST_TEXT_BYTES = 32 * 1024 * 1024

export type TextRead =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string }

/** Reads a whole UTF-8 text file of at most 32 MB, as it is: a byte-order mark stays. */
export const readTextFile = (file: string): TextRead => {
  const read = readWholeFile(file, LARGEST_TEXT_BYTES)
  return read.ok ? decode(read.bytes) : read
}

export type BytesRead =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly problem: string }

/** Reads a file of at most `largestBytes`; a pipe or a device too, of which there may be no end. */
export const readWholeFile = (file: string, largestBytes: number): BytesRead => {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    const status = fstatSync(descriptor)
    if (status.isDirectory()) return { ok: false, problem: 'is a directory; a file was expected' }
    if (status.size > largestBytes)
      return {
        ok: false,
        problem: `has ${megabytes(status.size)} MB; a file of at most ${megabytes(largestBytes)} MB was expected`,
      }
    const bytes = status.isFile() ? readFileSync(descriptor) : readUpTo(descriptor, largestBytes)
    return bytes
      ? { ok: true, bytes }
      : { ok: false, problem: `does not end; at most ${megabytes(largestBytes)} MB were expected` }
  } catch (error) {
    return { ok: false, problem: fileProblem(error) }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

const CHUNK_BYTES = 1 << 20

/** All there is to read; `undefined` where that is more than `largestBytes`. */
const readUpTo = (descriptor: number, largestBytes: number): Buffer | undefined => {
  const chunks: Buffer[] = []
  let size = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, null)
    if (length === 0) return Buffer.concat(chunks)
    size += length
    if (size > largestBytes) return undefined
    chunks.push(chunk.subarray(0, length))
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / (1024 * 1024))

const decode = (bytes: Buffer): TextRead => {
  const nul = bytes.indexOf(0)
  if (nul >= 0) {
    const isUtf16 = bytes.length >= 2 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0))
    return {
      ok: false,
      problem: isUtf16 ? 'is UTF-16; save it as UTF-8' : `is not a text file (a NUL byte at offset ${nul})`,
    }
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { ok: false, problem: 'is not UTF-8 text' }
  }
}
