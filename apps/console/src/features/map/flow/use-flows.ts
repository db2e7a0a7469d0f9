import { type EdgeFlows, networkFlows } from '@sluice/contract'
import { useEffect, useMemo } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useMoment } from '../../../lib/time/clock.ts'
import { edgesOf } from '../geography/burst.rules.ts'
import { useMap } from '../map-state.ts'
import { useShownMoment } from '../past/use-past.ts'
import { type FlowStretch, stretchesOf } from './flow.rules.ts'

const EVERY_MS = 15_000
/** An answer that is older proves nothing of now: four did not come. */
const STALE_MS = 60_000

const NOTHING: EdgeFlows = []

/** The map of before when both hold the same: then nothing is drawn again. */
function sameOr<V>(before: ReadonlyMap<string, V>, now: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  return JSON.stringify([...before]) === JSON.stringify([...now]) ? before : now
}

/** The flows to show: of the moment of the map, or of now while the last answer is young. */
function useAnsweredFlows(may: boolean): EdgeFlows | undefined {
  const moment = useShownMoment()
  const isPast = moment !== null
  const now = useAnswer(networkFlows, may && !isPast ? {} : null, { everyMs: EVERY_MS, silent: true })
  const then = useAnswer(networkFlows, may && isPast ? { time: moment } : null, {
    keep: true,
    staleMs: STALE_MS,
    silent: true,
  })
  const isStale = useMoment((time) => now.dataUpdatedAt > 0 && time - now.dataUpdatedAt > STALE_MS)
  if (isPast) return then.data ?? NOTHING
  return isStale ? NOTHING : now.data
}

/** Keeps where readings prove flow (docs/spec/look.md#5): polled, like the numbers. */
export function useFlows(): void {
  const may = usePermission(['geo:list'])
  const land = useMap((state) => state.land)
  const edges = useMemo(() => edgesOf(land), [land])
  const flows = useAnsweredFlows(may && edges.length > 0)
  useEffect(() => {
    if (!flows) return
    const byId = new Map(edges.map((edge) => [edge.id, edge.flow]))
    const stretches = flows.flatMap(({ edgeId, valves }): [string, readonly FlowStretch[]][] => {
      const proven = stretchesOf(valves, byId.get(edgeId) ?? null)
      return proven.length === 0 ? [] : [[edgeId, proven]]
    })
    const leftOut = new Map(flows.flatMap((edge) => (edge.leftOut > 0 ? [[edge.edgeId, edge.leftOut] as const] : [])))
    const before = useMap.getState()
    useMap.setState({ flows: sameOr(before.flows, new Map(stretches)), leftOut: sameOr(before.leftOut, leftOut) })
  }, [flows, edges])
}
