import type { DeviceRow, LngLat } from '@sluice/contract'
import { createContext, type ReactNode, useContext } from 'react'

interface GroundMapProps {
  value: LngLat | null
  onChange: (value: LngLat) => void
  /** Where the telephone is. */
  own: { at: LngLat; accuracyM: number } | null
}

/** What other features do for it; the app joins them. */
export interface CommissionPorts {
  drawMap: (props: GroundMapProps) => ReactNode
  /** Sends a command by the ledger, and answers its id; null where it was refused, which was shown. */
  send: (order: {
    deviceId: string
    code: string
    params: Record<string, unknown>
    reason: string
  }) => Promise<string | null>
  drawValve: (device: DeviceRow, target: number | null) => ReactNode
}

export const CommissionPorts = createContext<CommissionPorts | null>(null)

export function usePorts(): CommissionPorts {
  const ports = useContext(CommissionPorts)
  if (!ports) throw new Error('the app joins a commissioning with map and commands')
  return ports
}
