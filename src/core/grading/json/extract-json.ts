import { cutText } from '../grade.ts'
import { showInvisible } from '../../text/visible.ts'
import { findJson, findLastValue } from './find-json.ts'

const SHOWN_LENGTH = 80

/**
 * The JSON text in a model's output, for custom graders: the output as it stands or the one fence it is, else the
 * last fenced block that is JSON, else the last outermost JSON object or array anywhere. Throws an Error where
 * there is none. Takes linear time.
 */
export const extractJson = (text: string): string => {
  const json = findJson(text, 'block') ?? findLastValue(text)
  if (!json) throw new Error(`extractJson: expected JSON in the text, found none in ${show(text)}`)
  return json.text
}

const show = (text: string): string => {
  const start = cutText(text, SHOWN_LENGTH)
  return `"${showInvisible(start)}${start === text ? '' : '…'}"`
}
