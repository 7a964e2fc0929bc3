import type { Session, WebContents } from 'electron'
import { isAppUrl } from './app-url.ts'

const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen'])

/** Denies every permission but writing to the clipboard and full screen. Unset, Electron grants them all. */
export const denyPermissions = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(ALLOWED_PERMISSIONS.has(permission)),
  )
  session.setPermissionCheckHandler((_contents, permission) => ALLOWED_PERMISSIONS.has(permission))
  session.setDevicePermissionHandler(() => false)
}

/** Keeps the contents on the window's own pages: no other address, no further window, no embedded view. */
export const denyNavigation = (contents: WebContents): void => {
  const stayInside = (details: { readonly url: string; readonly preventDefault: () => void }): void => {
    if (!isAppUrl(details.url)) details.preventDefault()
  }
  contents.on('will-navigate', stayInside)
  contents.on('will-frame-navigate', stayInside)
  contents.on('will-redirect', stayInside)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
