import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

describe('encodings', () => {
  test('a byte order mark says which, and is not part of the text', () => {
    const text = 'ä€😀\n'
    for (const bytes of [
      Buffer.from(`\ufeff${text}`),
      utf16(`\ufeff${text}`, false),
      utf16(`\ufeff${text}`, true),
    ]) {
      expect(decodeText(bytes)).toEqual({ ok: true, text })
    }
  })

  test('UTF-16 without a mark is known by its zero bytes', () => {
    const text = 'input,expected\nWie spät?,acht\n'
    expect(decodeText(utf16(text, false))).toEqual({ ok: true, text })
    expect(decodeText(utf16(text, true))).toEqual({ ok: true, text })
  })

  test('any text comes back from UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\u0000') && !text.startsWith('\ufeff'))
        expect(decodeText(Buffer.from(text))).toEqual({ ok: true, text })
      }),
    )
  })
})

describe('what is no text', () => {
  test('the first byte that does not fit is named, with its place', () => {
    expect(decodeText(Buffer.from('input\nok\ncaf\xe9,x\n', 'latin1'))).toEqual({
      ok: false,
      line: 3,
      column: 4,
      message: expect.stringContaining('0xE9, which is not UTF-8'),
    })
  })

  test('a file cut off in the middle of a character', () => {
    expect(decodeText(Buffer.from('aä').subarray(0, 2))).toMatchObject({ ok: false, line: 1, column: 2 })
    expect(decodeText(Buffer.from('\ufeffab', 'utf16le').subarray(0, 5))).toMatchObject({ ok: false })
  })

  test('a binary file', () => {
    expect(decodeText(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]))).toMatchObject({ ok: false })
    expect(decodeText(new Uint8Array([0x61, 0x0a, 0, 0, 0, 0x62]))).toMatchObject({
      ok: false,
      line: 2,
      column: 1,
      message: expect.stringContaining('binary'),
    })
  })

  test('nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(typeof decodeText(bytes).ok).toBe('boolean')
      }),
    )
  })
})
