import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  type Stats,
} from 'node:fs'
import path from 'node:path'

/**
 * Writes a file as a whole or not at all: into a file beside it, which then takes its name. A symbolic
 * link stays one, and what it leads to is written. What is no regular file, as `/dev/null` or a pipe,
 * is written to as it stands: a file must never take a device's place.
 * `chunks` may be produced as they are written. Throws what the file system throws.
 */
export const writeFileWhole = (file: string, chunks: Iterable<string>): void => {
  const there = statSync(file, { throwIfNoEntry: false })
  if (there && !there.isFile()) writeInto(openSync(file, 'w'), chunks)
  else replaceFile(withoutLinks(file), there, chunks)
}

/** The file that a path leads to, whether it is there yet or not. */
const withoutLinks = (file: string): string => {
  const status = lstatSync(file, { throwIfNoEntry: false })
  if (!status?.isSymbolicLink()) return file
  return withoutLinks(path.resolve(realpathSync(path.dirname(file)), readlinkSync(file)))
}

const replaceFile = (file: string, there: Stats | undefined, chunks: Iterable<string>): void => {
  // Its new contents would get past the protection of a file that may not be written.
  if (there) accessSync(file, constants.W_OK)
  const temporary = path.join(path.dirname(file), `.proctor-${randomBytes(6).toString('hex')}.tmp`)
  const descriptor = openSync(temporary, 'wx', there?.mode)
  try {
    writeInto(descriptor, chunks, fsyncSync)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

const writeInto = (
  descriptor: number,
  chunks: Iterable<string>,
  finish?: (descriptor: number) => void,
): void => {
  try {
    for (const piece of gathered(chunks)) writeAll(descriptor, Buffer.from(piece, 'utf8'))
    finish?.(descriptor)
  } finally {
    closeSync(descriptor)
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
