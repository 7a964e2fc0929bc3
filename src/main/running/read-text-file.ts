import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { fileProblem } from './file-problem.ts'

/** No notebook is larger; what is, was not meant. */
const LARGEST_TEXT_BYTES = 32 * 1024 * 1024

export type TextRead =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string }

/** Reads a whole UTF-8 text file of at most 32 MB, as it is: a byte-order mark stays. */
export const readTextFile = (file: string): TextRead => {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    const status = fstatSync(descriptor)
    if (status.isDirectory()) return { ok: false, problem: 'is a directory; a file was expected' }
    if (status.size > LARGEST_TEXT_BYTES)
      return {
        ok: false,
        problem: `has ${megabytes(status.size)} MB; a file of at most ${megabytes(LARGEST_TEXT_BYTES)} MB was expected`,
      }
    return decode(readFileSync(descriptor))
  } catch (error) {
    return { ok: false, problem: fileProblem(error) }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
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
