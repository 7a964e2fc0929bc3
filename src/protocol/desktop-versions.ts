/** What the desktop window runs on. A page in an ordinary browser has none. */
export interface DesktopVersions {
  readonly electron: string
  readonly chromium: string
}
