/** A small notebook with a replay device: two cases, `yes` expected of one and `no` of the other. */
export const NOTEBOOK = `---
proctor: 1
title: Yes or no
---

# Yes or no

\`\`\`yaml device phone
kind: replay
file: attempts.jsonl
\`\`\`

\`\`\`yaml prompt
template: "Answer yes or no: {{input}}"
attempts: 2
\`\`\`

\`\`\`yaml cases
- id: sky
  input: Is the sky blue?
  expect: "yes"
- id: grass
  input: Is grass red?
  expect: "no"
  tags: [plants]
\`\`\`

\`\`\`yaml graders
- exactMatch: { ignoreCase: true }
- regex: { pattern: '(?i)(yes|no)' }
\`\`\`
`

/** Both cases pass twice. */
export const ATTEMPTS = lines(
  { case: 'sky', attempt: 1, output: 'yes' },
  { case: 'sky', attempt: 2, output: 'Yes\n' },
  { case: 'grass', attempt: 1, output: 'no' },
  { case: 'grass', attempt: 2, output: 'NO' },
)

export function lines(...values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}
