import type { DesktopVersions } from '#protocol/desktop-versions.ts'

declare global {
  /** Set by the preload script; absent in an ordinary browser. */
  var desktopVersions: DesktopVersions | undefined

  interface ImportMetaEnv {
    /** The version in package.json, set by the build. */
    readonly VITE_PROCTOR_VERSION: string
  }
}
