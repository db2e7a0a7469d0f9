import { deviceResource } from '@sluice/contract'

/** What a code on a device says: its number, or the id in the address of its page. */
export type Scanned = { deviceNo: string } | { id: string }

const NUMBER = new RegExp(`^(?:${deviceResource.fields.deviceNo.pattern})$`)
const PAGE = /^\/device\/detail\/(\d{1,20})$/

/**
 * The device that a code names: by its number, or by the address of its page in this console, at `origin`. Null for
 * every other code, as the address of somebody else.
 */
export function scannedDevice(code: string, origin: string): Scanned | null {
  const text = code.trim()
  if (NUMBER.test(text) && text.length <= deviceResource.fields.deviceNo.max) return { deviceNo: text }
  const url = URL.canParse(text) ? new URL(text) : null
  const id = url?.origin === origin ? PAGE.exec(url.pathname)?.[1] : undefined
  return id === undefined ? null : { id }
}
