import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { windowFilePath, windowFileResponse } from './window-files.ts'

const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'proctor-window-'))), 'renderer')

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<p>start</p>')
  writeFileSync(join(folder, 'assets/index.js'), 'export {}')
  writeFileSync(join(folder, 'secret.key'), 'a type that is not served')
  writeFileSync(join(folder, '..', 'outside.html'), 'a file outside the folder')
})

afterAll(() => rmSync(join(folder, '..'), { recursive: true }))

describe('the path of a file', () => {
  test.each([
    ['/', 'index.html'],
    ['/index.html', 'index.html'],
    ['/assets/index.js', 'assets/index.js'],
    ['/assets/a%20b.js', 'assets/a b.js'],
  ])('%s is %s', (pathname, file) => {
    expect(windowFilePath(folder, pathname)).toBe(join(folder, file))
  })

  test.each([
    '/../outside.html',
    '/..%2foutside.html',
    '/%2e%2e/outside.html',
    '/assets/..%2f..%2foutside.html',
    '/..%5coutside.html',
    '/..\\outside.html',
    '/index.html%00.js',
    '/%',
    '/%ff',
    '/..%2frenderer-too/index.html',
  ])('%s is none', (pathname) => {
    expect(windowFilePath(folder, pathname)).toBeUndefined()
  })
})

const get = (path: string, method = 'GET'): Promise<Response> =>
  windowFileResponse(folder, new Request(`http://localhost${path}`, { method }))

describe('the answer', () => {
  test('has the content, its type and a policy without inline code', async () => {
    const response = await get('/')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
    expect(await response.text()).toBe('<p>start</p>')
  })

  test.each(['/none.html', '/secret.key', '/assets', '/assets/', '/..%2foutside.html'])(
    '%s is 404',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-security-policy')).not.toBeNull()
    },
  )

  test('to anything but GET is 405', async () => {
    expect((await get('/', 'POST')).status).toBe(405)
  })
})
