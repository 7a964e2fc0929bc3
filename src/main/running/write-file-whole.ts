import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes a file as a whole or not at all: into a file beside it, which then takes its name.
 * `chunks` may be produced as they are written. Throws what the file system throws.
 */
export const writeFileWhole = (file: string, chunks: Iterable<string>): void => {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`)
  const descriptor = openSync(temporary, 'w')
  try {
    try {
      for (const piece of gathered(chunks)) writeAll(descriptor, Buffer.from(piece, 'utf8'))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

const PIECE_CHARACTERS = 1 << 16

function* gathered(chunks: Iterable<string>): Generator<string> {
  let piece = ''
  for (const chunk of chunks) {
    piece += chunk
    if (piece.length >= PIECE_CHARACTERS) {
      yield piece
      piece = ''
    }
  }
  yield piece
}

const writeAll = (descriptor: number, bytes: Buffer): void => {
  let offset = 0
  while (offset < bytes.length) offset += writeSync(descriptor, bytes, offset)
}
