import type { ReactNode } from 'react'
import type { AnyRow } from '../../lib/resource-calls.ts'

/** Place of the connection card: another feature draws it, the app brings the two together. */
export type ConnectionSlot = (device: AnyRow) => ReactNode

/** Place of something else that belongs to the device; null where this device has none of it. */
export type DeviceSlot = (device: AnyRow) => ReactNode
