import type { DeviceRow } from '@sluice/contract'
import type { ReactNode } from 'react'

/** Place of the connection card: another feature draws it, the app brings the two together. */
export type ConnectionSlot = (device: DeviceRow) => ReactNode

/** Place of something else that belongs to the device; null where this device has none of it. */
export type DeviceSlot = (device: DeviceRow) => ReactNode
