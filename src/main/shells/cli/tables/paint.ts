import { styleText } from 'node:util'
import type { Verdict } from '#core/grading/grade.ts'

export type Style = 'green' | 'red' | 'yellow' | 'gray' | 'bold'

/** Gives text a style, or leaves it as it is where colours are not wanted. */
export type Paint = (style: Style, text: string) => string

export const VERDICT_STYLES: Readonly<Record<Verdict, Style>> = {
  passed: 'green',
  failed: 'red',
  notGraded: 'yellow',
}

/** Whoever calls has asked the terminal and `NO_COLOR`; the stream is not asked again. */
export const painter = (colour: boolean): Paint =>
  colour ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text
