const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes as base64 with padding. For short texts, such as a hash. */
export const base64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(index, index + 3)
    const bits = (first << 16) | (second << 8) | third
    for (const shift of [18, 12, 6, 0]) text += DIGITS.charAt((bits >> shift) & 63)
  }
  const missing = (3 - (bytes.length % 3)) % 3
  return missing === 0 ? text : text.slice(0, -missing) + '='.repeat(missing)
}
