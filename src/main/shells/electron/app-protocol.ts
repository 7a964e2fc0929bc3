import { protocol, type Session } from 'electron'
import { windowFileResponse } from './window-files.ts'

const SCHEME = 'app'
const HOST = 'proctor'

/** Where the window's pages live. */
export const APP_URL = `${SCHEME}://${HOST}/`

/** Whether an URL is one of the window's own pages. It is parsed: the beginning of a text proves nothing. */
export const isAppUrl = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed?.protocol === `${SCHEME}:` && parsed.host === HOST
}

/** Makes app:// a standard, secure scheme. To be called before the application is ready. */
export const registerAppScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])

/** Serves the built window from a folder on app://proctor, on this session alone. */
export const serveAppFrom = (session: Session, folder: string): void =>
  session.protocol.handle(SCHEME, (request) =>
    isAppUrl(request.url) ? windowFileResponse(folder, request) : new Response(null, { status: 404 }),
  )
