/** How long a reply may be to be read, in UTF-16 units after normalisation (32 KB of plain text). */
const LONGEST_REPLY = 32_768

/** What is left of a reply once the judge's own thinking is gone, or why nothing can be read from it. */
export type CleanReply = { readonly text: string } | { readonly unreadable: string }

/**
 * Prepares a reply for reading: compatibility forms (full-width digits and colons) become plain ones, marks that
 * nobody sees go, and so does what the judge thought before it answered: the channels of gpt-oss other than the
 * final one, closed reasoning blocks, and everything before a closing tag whose opening one stood in the prompt.
 * A reply that never leaves its reasoning, or is longer than `LONGEST_REPLY`, is unreadable. Linear in the reply.
 */
export const cleanReply = (reply: string): CleanReply => {
  if (reply.length > LONGEST_REPLY) return TOO_LONG
  const plain = reply.normalize('NFKC').replace(INVISIBLE, '')
  if (plain.length > LONGEST_REPLY) return TOO_LONG
  const final = finalChannel(plain)
  if (final === undefined) return { unreadable: 'the reply has no final channel' }
  const text = withoutReasoning(final)
  if (text === undefined) return { unreadable: 'the reply ends inside the reasoning of the judge' }
  return { text: text.replace(LINE_BREAKS, '\n') }
}

const TOO_LONG: CleanReply = { unreadable: `the reply is longer than ${LONGEST_REPLY / 1024} KB` }

// What nobody sees (soft hyphens, zero-width and direction marks, variation selectors), and the box of a keycap.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\u{20e3}/gu

const LINE_BREAKS = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g

/** The final channels of a reply in gpt-oss' format; a reply without channels is all final. */
const finalChannel = (text: string): string | undefined => {
  if (!text.includes('<|channel|>')) return text
  const finals: string[] = []
  for (const part of text.split('<|channel|>').slice(1)) {
    const start = part.indexOf('<|message|>')
    if (start < 0 || !/^\s*final\b/.test(part)) continue
    const body = part.slice(start + '<|message|>'.length)
    finals.push(body.split(/<\|(?:end|return|start)\|>/, 1)[0] ?? '')
  }
  return finals.length > 0 ? finals.join('\n') : undefined
}

const REASONING_TAG =
  /[<[◁](\/?)(?:think|thinking|thoughts?|reasoning|reflection|analysis|scratchpad)(?:\s[^<>[\]\n]{0,80})?[>\]▷]/gi

/** The text outside reasoning blocks; `undefined` where the last block is never closed. */
const withoutReasoning = (text: string): string | undefined => {
  let kept = ''
  let start = 0
  let inside = false
  for (const tag of text.matchAll(REASONING_TAG)) {
    const closing = tag[1] === '/'
    if (closing) {
      // A closing tag alone: its opening one was part of the prompt, so all before it was reasoning.
      if (!inside) kept = ''
      inside = false
      start = tag.index + tag[0].length
    } else if (!inside) {
      kept += text.slice(start, tag.index)
      inside = true
    }
  }
  return inside ? undefined : kept + text.slice(start)
}
