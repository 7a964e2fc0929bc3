import { closeSync, openSync, readSync } from 'node:fs'
import { fileProblem } from './file-problem.ts'

const CHUNK_BYTES = 1 << 20
/** A longer line is no text that JavaScript could hold; `/dev/zero` has no other. */
const LONGEST_LINE_BYTES = 256 * 1024 * 1024
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** A line of a text file, without its line break; or why the file cannot be read any further. */
export type LineRead =
  | { readonly text: string; readonly lineNumber: number }
  | { readonly problem: string; readonly lineNumber: number }

/**
 * Reads a UTF-8 file line by line, in pieces, so that its size does not matter. A byte-order mark is
 * dropped. Ends after the first problem: a file that cannot be opened, or a line that is not UTF-8 or has more than
 * 256 MB.
 */
export function* readLines(file: string): Generator<LineRead> {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    yield { problem: fileProblem(error), lineNumber: 1 }
    return
  }
  try {
    yield* linesOf(descriptor)
  } catch (error) {
    yield { problem: fileProblem(error), lineNumber: 1 }
  } finally {
    closeSync(descriptor)
  }
}

function* linesOf(descriptor: number): Generator<LineRead> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let pending: Buffer[] = []
  let pendingBytes = 0
  let lineNumber = 0

  const decode = (bytes: Buffer): LineRead => {
    lineNumber++
    const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length
    const start = lineNumber === 1 && bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xefbbbf ? 3 : 0
    try {
      return { text: decoder.decode(bytes.subarray(start, end)), lineNumber }
    } catch {
      const isUtf16 =
        lineNumber === 1 && [0xfffe, 0xfeff].includes(bytes.length >= 2 ? bytes.readUInt16BE(0) : 0)
      return { problem: isUtf16 ? 'the file is UTF-16; UTF-8 was expected' : 'not UTF-8 text', lineNumber }
    }
  }

  for (;;) {
    const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, null)
    if (length === 0) break
    let start = 0
    for (
      let end = chunk.indexOf(LINE_FEED);
      end >= 0 && end < length;
      end = chunk.indexOf(LINE_FEED, start)
    ) {
      const line = decode(joined(pending, chunk.subarray(start, end)))
      pending = []
      pendingBytes = 0
      yield line
      if ('problem' in line) return
      start = end + 1
    }
    if (start < length) pending.push(Buffer.from(chunk.subarray(start, length)))
    pendingBytes += length - start
    if (pendingBytes > LONGEST_LINE_BYTES) {
      yield { problem: 'the line has more than 256 MB', lineNumber: lineNumber + 1 }
      return
    }
  }
  if (pending.length > 0) yield decode(Buffer.concat(pending))
}

const joined = (pending: readonly Buffer[], last: Buffer): Buffer =>
  pending.length === 0 ? last : Buffer.concat([...pending, last])
