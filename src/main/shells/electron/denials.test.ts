import { EventEmitter } from 'node:events'
import type { Session, WebContents } from 'electron'
import { describe, expect, test } from 'vitest'
import { isAppUrl } from './app-url.ts'
import { denyNavigation, denyPermissions } from './denials.ts'

describe('the window’s own pages', () => {
  test.each(['app://proctor/', 'app://proctor/index.html', 'APP://proctor/a?b#c'])('%s is one', (url) => {
    expect(isAppUrl(url)).toBe(true)
  })

  test.each([
    'app://proctor.example/',
    'app://proctor:80/',
    'app://someone@proctor.example/',
    'app://example/app://proctor/',
    'apps://proctor/',
    'https://proctor/',
    'file:///app://proctor/',
    'app:proctor',
    'javascript:location="app://proctor/"',
    '',
  ])('%s is none', (url) => {
    expect(isAppUrl(url)).toBe(false)
  })
})

type Answer = (...args: readonly unknown[]) => unknown

/** Stands in for a session: it keeps the handlers that it is given. */
const sessionHandlers = (): ReadonlyMap<string, Answer> => {
  const handlers = new Map<string, Answer>()
  const keep = (name: string) => (handler: Answer) => handlers.set(name, handler)
  denyPermissions({
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
  } as unknown as Session)
  return handlers
}

describe('permissions', () => {
  test.each([
    ['clipboard-sanitized-write', true],
    ['fullscreen', true],
    ['clipboard-read', false],
    ['media', false],
    ['geolocation', false],
    ['notifications', false],
    ['openExternal', false],
    ['usb', false],
    ['a permission that Electron does not have yet', false],
  ])('%s: %s', (permission, isAllowed) => {
    const handlers = sessionHandlers()
    const answers: unknown[] = []
    handlers.get('request')!(null, permission, (answer: boolean) => answers.push(answer))
    expect(answers).toEqual([isAllowed])
    expect(handlers.get('check')!(null, permission)).toBe(isAllowed)
  })

  test('no device is handed out', () => {
    expect(sessionHandlers().get('device')!({ deviceType: 'usb' })).toBe(false)
  })
})

/** Stands in for a page's contents: events can be sent to it, and it keeps the handler of new windows. */
class Contents extends EventEmitter {
  openHandler: Answer | undefined
  setWindowOpenHandler(handler: Answer): void {
    this.openHandler = handler
  }
}

const deniedContents = (): Contents => {
  const contents = new Contents()
  denyNavigation(contents as unknown as WebContents)
  return contents
}

const isPrevented = (event: string, url: string): boolean => {
  let prevented = false
  deniedContents().emit(event, { url, preventDefault: () => (prevented = true) })
  return prevented
}

describe('navigation', () => {
  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s stays inside', (event) => {
    expect(isPrevented(event, 'https://example.com/')).toBe(true)
    expect(isPrevented(event, 'app://proctor/index.html')).toBe(false)
  })

  test('there are no views in the page and no further windows, not even of its own pages', () => {
    expect(isPrevented('will-attach-webview', 'app://proctor/')).toBe(true)
    expect(deniedContents().openHandler?.({ url: 'app://proctor/' })).toEqual({ action: 'deny' })
  })
})
