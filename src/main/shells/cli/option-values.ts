import { InvalidArgumentError } from 'commander'
import type { Shard } from '../../running/plan-run.ts'

/** For an option that may be given several times. */
export const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [
  ...earlier,
  value,
]

/** A share, 0…1. */
export const share = (value: string): number => {
  const number = Number(value)
  if (value.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('A number from 0 to 1 was expected, such as 0.9.')
  return number
}

/** A whole number from 1. */
export const positive = (value: string): number => {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > 100_000)
    throw new InvalidArgumentError('A whole number from 1 to 100000 was expected.')
  return number
}

/** `I/N`, I from 1 to N. */
export const shard = (value: string): Shard => {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(value)
  const [index, count] = [Number(match?.[1]), Number(match?.[2])]
  if (!match || index < 1 || index > count)
    throw new InvalidArgumentError('A part I/N was expected, I from 1 to N, such as 2/4.')
  return { index, count }
}
