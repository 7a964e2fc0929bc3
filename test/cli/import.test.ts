import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { desk } from './proctor.ts'

test('an imported table is a notebook that is valid, and is not written over once it was worked on', async () => {
  const one = desk()
  one.write('cases.csv', '\ufeffinput;expected\r\n"Is the sky; blue?";yes\r\nIs grass red?;no\r\n')
  const importing = () => one.call(['import', 'cases.csv', '-o', 'cases.proctor.md'])
  expect((await importing()).status).toBe(0)
  expect(await one.call(['validate', 'cases.proctor.md'])).toMatchObject({
    status: 0,
    out: 'cases.proctor.md: 2 cases, 1 grader, 1 prompt, 0 devices: no errors\n',
  })
  expect((await importing()).status).toBe(0)

  const notebook = path.join(one.folder, 'cases.proctor.md')
  const worked = `${readFileSync(notebook, 'utf8')}\nA note of mine.\n`
  writeFileSync(notebook, worked)
  const refused = await importing()
  expect(refused.status).toBe(2)
  expect(refused.err).toContain('is there already and holds something else')
  expect(readFileSync(notebook, 'utf8')).toBe(worked)
})
