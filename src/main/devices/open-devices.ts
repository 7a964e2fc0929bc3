import path from 'node:path'
import type { Diagnostic } from '#core/diagnostics.ts'
import type { Device, Suite } from '#core/suite/suite.ts'
import { readAttempts } from '../running/read-attempts.ts'
import { isInside } from '../running/suite-files.ts'
import type { DeviceDriver } from './device.ts'
import { createReplayDevice } from './replay.ts'

export type DevicesOpened =
  | { readonly ok: true; readonly drivers: ReadonlyMap<string, DeviceDriver> }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/**
 * Makes the drivers of devices ready. Nothing is asked yet. With a device that cannot be used none is
 * opened: the diagnostics say why, at the device's cell or in the file it reads.
 */
export const openDevices = (suite: Suite, devices: readonly Device[], isTrusted: boolean): DevicesOpened => {
  const drivers = new Map<string, DeviceDriver>()
  const diagnostics: Diagnostic[] = []
  for (const device of devices) {
    const opened = openDevice(suite, device, isTrusted)
    if (opened.ok) drivers.set(device.name, opened.driver)
    else diagnostics.push(...opened.diagnostics)
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, drivers }
}

type Opened =
  | { readonly ok: true; readonly driver: DeviceDriver }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

const openDevice = (suite: Suite, device: Device, isTrusted: boolean): Opened => {
  const refuse = (message: string): Opened => ({
    ok: false,
    diagnostics: [{ severity: 'error', ...device.place, message }],
  })
  if (device.kind !== 'replay')
    return refuse(
      `device "${device.name}" is of kind ${device.kind}, which this version cannot ask; record its attempts elsewhere and grade them with \`proctor grade\``,
    )
  const { file } = device.settings
  if (typeof file !== 'string') return refuse(`device "${device.name}" names no file`)
  const folder = path.dirname(path.resolve(suite.file))
  const absolute = path.resolve(folder, file)
  if (!isTrusted && !isInside(folder, absolute))
    return refuse(
      `device "${device.name}" reads ${file}, which is outside the suite's folder; allow it for this call with --trust`,
    )
  const { attempts, diagnostics } = readAttempts(suite, [absolute], device.name)
  if (diagnostics.length > 0) return { ok: false, diagnostics }
  return { ok: true, driver: createReplayDevice(device.name, attempts, file) }
}
