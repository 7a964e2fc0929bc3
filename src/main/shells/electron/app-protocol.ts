import { protocol, type Session } from 'electron'
import { APP_SCHEME, isAppUrl } from './app-url.ts'
import { windowFileResponse } from './window-files.ts'

/** Makes app:// a standard, secure scheme. To be called before the application is ready. */
export const registerAppScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])

/** Serves the built window from a folder on app://proctor, on this session alone. */
export const serveAppFrom = (session: Session, folder: string): void =>
  session.protocol.handle(APP_SCHEME, (request) =>
    isAppUrl(request.url) ? windowFileResponse(folder, request) : new Response(null, { status: 404 }),
  )
