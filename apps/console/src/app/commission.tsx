import type { DeviceRow } from '@sluice/contract'
import { lazy } from 'react'
import { useCurrentState } from '../domain/state/current-state.ts'
import { positionOf } from '../domain/command/valve-position.ts'
import { useMeasured } from '../features/command/drawing/measured.ts'
import { ValveDrawing } from '../features/command/drawing/valve-drawing.tsx'
import { send } from '../features/command/send.ts'
import { CommissionPorts } from '../features/registry/commissioning/commission-ports.ts'
import { CommissionScreen } from '../features/registry/commissioning/commission.screen.tsx'

const GroundMap = lazy(() => import('../features/map/position/ground-map.tsx'))

function Valve({ device, target }: { device: DeviceRow; target: number | null }) {
  const state = useCurrentState(device.id).data
  const measured = useMeasured(device, state)
  return (
    <ValveDrawing
      reported={positionOf(state).opening}
      target={target}
      inlet={measured('inletPressure')}
      outlet={measured('outletPressure') ?? measured('pressure')}
      flow={measured('flow')}
      stale={state?.status !== 'ONLINE'}
    />
  )
}

const PORTS: CommissionPorts = {
  drawMap: (props) => <GroundMap {...props} />,
  drawValve: (device, target) => <Valve device={device} target={target} />,
  async send(command) {
    const delivered = await send(command)
    return delivered.kind === 'failed' ? null : (delivered.sent?.commandId ?? null)
  },
}

/** Commissioning on a telephone, with the map and the commands of other features. */
export default function Commission() {
  return (
    <CommissionPorts value={PORTS}>
      <CommissionScreen />
    </CommissionPorts>
  )
}
