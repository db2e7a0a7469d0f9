import type { GeoFeature } from '@sluice/contract'
import { useMemo } from 'react'
import { useLine } from '../../../lib/live/line.ts'
import { shiftFeatures, shiftFor } from '../canvas/coordinate-shift.ts'
import { edgesOf } from '../geography/burst.rules.ts'
import { useMap } from '../map-state.ts'
import { type FlowStretch, type WorldLine, worldLine } from './flow.rules.ts'

/** A line with proven flow, ready to draw. */
export interface FlowLine {
  line: WorldLine
  stretches: readonly FlowStretch[]
  fromZoom: number
}

/** Zooms from which marks are drawn on lines of each rank, because they then fit. */
const FROM_ZOOM = { MAIN: 10, BRANCH: 11, MINOR: 12.5 } as const
const NOTHING: readonly FlowLine[] = []

function linesOf(
  land: readonly GeoFeature[],
  flows: ReadonlyMap<string, readonly FlowStretch[]>,
  toMap: ReturnType<typeof shiftFor>['toMap'],
): readonly FlowLine[] {
  const flowing = edgesOf(land).filter(({ id }) => flows.has(id))
  return shiftFeatures(flowing, toMap).flatMap(({ id, rank, geometry }) =>
    geometry.type === 'LineString'
      ? [{ line: worldLine(geometry.coordinates), stretches: flows.get(id)!, fromZoom: FROM_ZOOM[rank ?? 'BRANCH'] }]
      : [],
  )
}

/** Where flow is proven, now or at the moment of the map. Without a line to the devices nothing of now is. */
export function useFlowLines(): readonly FlowLine[] {
  const isWhole = useLine().kind === 'whole'
  const flows = useMap((state) => state.flows)
  const past = useMap((state) => state.past !== null)
  const land = useMap((state) => state.land)
  const hiddenKinds = useMap((state) => state.hiddenKinds)
  const tiles = useMap((state) => state.tiles)
  return useMemo(() => {
    if (flows.size === 0 || (!isWhole && !past)) return NOTHING
    const shown = land.filter(({ kind }) => !hiddenKinds.has(kind))
    return linesOf(shown, flows, shiftFor(tiles).toMap)
  }, [flows, isWhole, past, land, hiddenKinds, tiles])
}
