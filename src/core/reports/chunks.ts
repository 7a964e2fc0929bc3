const CHUNK_LENGTH = 65_536

/** The same text in pieces of about 64 Ki UTF-16 units: few writes, and never one giant string. */
export function* inChunks(pieces: Iterable<string>): Iterable<string> {
  let waiting: string[] = []
  let length = 0
  for (const piece of pieces) {
    waiting.push(piece)
    length += piece.length
    if (length < CHUNK_LENGTH) continue
    yield waiting.join('')
    waiting = []
    length = 0
  }
  if (length > 0) yield waiting.join('')
}
