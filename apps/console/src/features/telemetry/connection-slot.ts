import type { DeviceRow } from '@sluice/contract'
import type { ReactNode } from 'react'

/** The place of the connection card: another feature draws it, the app joins the two. */
export type ConnectionSlot = (device: DeviceRow) => ReactNode

/** The place of another feature's part about the device; null where this device has none. */
export type DeviceSlot = (device: DeviceRow) => ReactNode
