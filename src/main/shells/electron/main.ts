import { join } from 'node:path'
import { app, BrowserWindow, session } from 'electron'
import { registerAppScheme, serveAppFrom } from './app-protocol.ts'
import { APP_URL } from './app-url.ts'
import { denyNavigation, denyPermissions } from './denials.ts'

/** The desktop shell's entry. It is built to out/main/, beside out/preload/ and out/renderer/. */
const BUILT = join(import.meta.dirname, '..')

const openWindow = async (): Promise<void> => {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    show: false,
    title: 'Proctor',
    webPreferences: {
      preload: join(BUILT, 'preload/index.cjs'),
      contextIsolation: true,
      nodeIntegration: false,
      sandbox: true,
      webSecurity: true,
    },
  })
  window.once('ready-to-show', () => window.show())
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') window.webContents.reload()
  })
  await window.loadURL(APP_URL)
}

const focusWindow = (): void => {
  const [window] = BrowserWindow.getAllWindows()
  if (window?.isMinimized()) window.restore()
  window?.focus()
}

const start = async (): Promise<void> => {
  await app.whenReady()
  denyPermissions(session.defaultSession)
  serveAppFrom(session.defaultSession, join(BUILT, 'renderer'))
  await openWindow()
}

if (app.requestSingleInstanceLock()) {
  app.enableSandbox()
  registerAppScheme()
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents))
  app.on('second-instance', focusWindow)
  app.on('window-all-closed', () => app.quit())
  await start()
} else {
  app.quit()
}
