import { contextBridge } from 'electron'
import type { DesktopVersions } from '#protocol/desktop-versions.ts'

const desktopVersions: DesktopVersions = {
  electron: process.versions.electron,
  chromium: process.versions.chrome,
}

contextBridge.exposeInMainWorld('desktopVersions', desktopVersions)
