/** The part of the web's decoder that is needed; every runtime of the core has it. */
declare const TextDecoder: new (
  encoding: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array, options?: { readonly stream: boolean }): string }

export type DecodedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly message: string }

/**
 * The text of a file of unknown encoding, without its byte order mark: UTF-16 where a mark or the zero
 * bytes of its ASCII characters say so, else UTF-8. Anything else is an error with the place of the first byte
 * that does not fit: guessing an encoding would change texts in silence.
 */
export const decodeText = (bytes: Uint8Array): DecodedText => {
  const encoding = encodingOf(bytes)
  const body = bytes.subarray(bomLength(bytes, encoding))
  try {
    const text = newDecoder(encoding).decode(body)
    const zero = text.indexOf('\u0000')
    return zero < 0 ? { ok: true, text } : { ok: false, ...placeOf(text.slice(0, zero)), message: BINARY }
  } catch {
    return invalid(body, encoding)
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

const BINARY = 'found a zero byte: this is a binary file; a text file was expected'
const SAMPLE_LENGTH = 4096

const newDecoder = (encoding: Encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true })

const encodingOf = (bytes: Uint8Array): Encoding => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const length = Math.min(bytes.length, SAMPLE_LENGTH)
  for (let index = 0; index < length; index++) {
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  const many = length / 8
  if (odd > many && even === 0) return 'utf-16le'
  if (even > many && odd === 0) return 'utf-16be'
  return 'utf-8'
}

const bomLength = ([first, second, third]: Uint8Array, encoding: Encoding): number => {
  if (encoding === 'utf-8') return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) ? 2 : 0
}

/** Finds the shortest start of the bytes that no text starts with: its last byte is the wrong one. */
const invalid = (bytes: Uint8Array, encoding: Encoding): DecodedText => {
  const isInvalid = (length: number): boolean => {
    try {
      newDecoder(encoding).decode(bytes.subarray(0, length), { stream: true })
      return false
    } catch {
      return true
    }
  }
  let valid = 0
  let broken = bytes.length + 1
  while (broken - valid > 1) {
    const middle = (valid + broken) >> 1
    if (isInvalid(middle)) broken = middle
    else valid = middle
  }
  const start = endOfWholeCharacters(bytes.subarray(0, valid), encoding)
  const before = newDecoder(encoding).decode(bytes.subarray(0, start))
  const byte = bytes[start]
  const found =
    byte === undefined || valid === bytes.length
      ? 'the file ends in the middle of a character'
      : `found the byte 0x${byte.toString(16).toUpperCase().padStart(2, '0')}`
  const name = encoding.toUpperCase()
  return {
    ok: false,
    ...placeOf(before),
    message: `${found}, which is not ${name}; save the file as UTF-8 (in Excel: “CSV UTF-8”)`,
  }
}

/** Where the last whole character ends: a few bytes after it may be the start of the broken one. */
const endOfWholeCharacters = (bytes: Uint8Array, encoding: Encoding): number => {
  for (let end = bytes.length; end > 0; end--) {
    try {
      newDecoder(encoding).decode(bytes.subarray(0, end))
      return end
    } catch {
      continue
    }
  }
  return 0
}

const placeOf = (before: string): { readonly line: number; readonly column: number } => {
  const lines = before.split(/\r\n|\n|\r/)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
