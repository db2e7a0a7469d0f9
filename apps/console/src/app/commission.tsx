import { lazy } from 'react'
import { useCurrentState } from '../domain/current-state.ts'
import { numeric, positionOf } from '../domain/valve-position.ts'
import { ValveDrawing } from '../features/command/drawing/valve-drawing.tsx'
import { send } from '../features/command/send.ts'
import { CommissionPorts } from '../features/registry/commissioning/commission-ports.ts'
import { CommissionScreen } from '../features/registry/commissioning/commission.screen.tsx'

const GroundMap = lazy(() => import('../features/map/position/ground-map.tsx'))

function Valve({ deviceId, target }: { deviceId: string; target: number | null }) {
  const state = useCurrentState(deviceId).data
  const measured = (key: string, unit: string, decimals: number) => {
    const value = numeric(state, key)
    return value === null ? null : { value, unit, decimals }
  }
  return (
    <ValveDrawing
      reported={positionOf(state).opening}
      target={target}
      inlet={measured('inletPressure', 'MPa', 3)}
      outlet={measured('outletPressure', 'MPa', 3) ?? measured('pressure', 'MPa', 3)}
      flow={measured('flow', 'm³/h', 1)}
      stale={state?.status !== 'ONLINE'}
    />
  )
}

const PORTS: CommissionPorts = {
  drawMap: (props) => <GroundMap {...props} />,
  drawValve: (deviceId, target) => <Valve deviceId={deviceId} target={target} />,
  async send(order) {
    const delivered = await send(order)
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
