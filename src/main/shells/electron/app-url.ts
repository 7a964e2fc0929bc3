/** The scheme and the host that the window's pages have. */
export const APP_SCHEME = 'app'
const HOST = 'proctor'

/** Where the window's pages live. */
export const APP_URL = `${APP_SCHEME}://${HOST}/`

/** Whether an URL is one of the window's own pages. It is parsed: the beginning of a text proves nothing. */
export const isAppUrl = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed?.protocol === `${APP_SCHEME}:` && parsed.host === HOST
}
