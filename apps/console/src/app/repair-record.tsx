import { lazy } from 'react'
import RepairRecordScreen from '../features/aftersale/repair-record.screen.tsx'
import { StopsMap, type StopsMapProps } from '../parts/stops-map.ts'

// The map's program comes with the first list of a day.
const WayMap = lazy(() => import('../features/map/stops/stops-map.tsx'))

const drawStops = (props: StopsMapProps) => <WayMap {...props} />

/** Repair orders with the map beside the way of a day: the two features meet only here. */
export default function RepairRecordWithMap() {
  return (
    <StopsMap value={drawStops}>
      <RepairRecordScreen />
    </StopsMap>
  )
}
