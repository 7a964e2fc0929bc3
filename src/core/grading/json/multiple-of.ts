/**
 * Whether a number is a whole multiple of a positive one, both taken as the decimals that they are written as:
 * 19.99 is a multiple of 0.01, although the quotient of the two doubles is none. A number too large to be finite is
 * a multiple of nothing.
 */
export const isMultipleOf = (value: number, factor: number): boolean => {
  if (!Number.isFinite(value)) return false
  if (Number.isSafeInteger(value) && Number.isSafeInteger(factor)) return value % factor === 0
  const a = decimalOf(value)
  const b = decimalOf(factor)
  const exponent = Math.min(a.exponent, b.exponent)
  return scaled(a, exponent) % scaled(b, exponent) === 0n
}

/** `digits` × 10 ^ `exponent`. */
interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** The shortest decimal that means this double, which is how it was written unless that had over 15 digits. */
const decimalOf = (value: number): Decimal => {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

const scaled = ({ digits, exponent }: Decimal, to: number): bigint => digits * 10n ** BigInt(exponent - to)
