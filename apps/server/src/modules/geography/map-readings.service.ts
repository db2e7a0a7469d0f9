import { mapReadings, type NetworkReadings, networkReadings } from '@sluice/contract'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import type { Session } from '../../platform/http/session.ts'
import { linesOf } from './isolation/isolation-valve.store.ts'
import { readingColumns, type ValveValue, valveValues } from './map-readings.store.ts'
import { type DrawnEdge, networkInSight } from './network/network.store.ts'
import { type PackedAnswer, packAnswer, sendPacked } from './packed-answer.ts'
import { type PastDeps, pastMinute } from './past/past.service.ts'
import { partOfLine } from './polyline.rules.ts'
import { createScopeCache } from './scope-cache.ts'
import { stretchesOf, type ValuedStretch, type ValveSides } from './network/stretch.rules.ts'

/** Whoever looks hears what follows over the live channel. */
const NOW_AGE_MS = 2_000
/** Late reports still change the past a little. */
const THEN_AGE_MS = 30_000

/** What the map is coloured by: one quantity of all devices in sight. */
export function mountReadings(api: Api, { db, clock, intervals }: PastDeps): void {
  const elapsed = () => clock.elapsed()
  const present = createScopeCache<PackedAnswer>(NOW_AGE_MS, elapsed)
  const moments = createScopeCache<PackedAnswer>(THEN_AGE_MS, elapsed)

  /** The present, or a moment of the past that is asked for. */
  function momentOf(given: string | undefined) {
    const now = clock.now()
    const then = given === undefined ? null : pastMinute(now.getTime(), 'time', given)
    return { time: now.toISOString(), then, intervals: intervals() }
  }

  mountOperation(api, mapReadings, async ({ of, time: given }, context) => {
    const { scope } = context.session
    const moment = momentOf(given)
    const { then } = moment
    const ask = async () => packAnswer(await readingColumns(db, scope, { of, ...moment }))
    const kept = then === null ? present : moments
    return sendPacked(await kept(scope, ask, `${of} ${then ?? ''}`), context, api.checkOutput)
  })

  mountOperation(api, networkReadings, async ({ of, time: given }, { session }) => {
    const moment = momentOf(given)
    const [edges, values] = await Promise.all([
      networkInSight(db, session),
      valveValues(db, session.scope, { of, ...moment }),
    ])
    // An open canal has no pressure, and hands none on.
    const pipes = of === 'pressure' ? edges.filter(({ kind }) => kind === 'PIPE') : edges
    const stretches = stretchesOf(pipes, sidesOf(of, values))
    return { of, then: moment.then, stretches: await drawn(db, session, pipes, stretches) }
  })
}

/** The two sides of every valve: a flow is the same on both. */
function sidesOf(of: NetworkReadings['of'], values: readonly ValveValue[]): Map<string, ValveSides> {
  const sides = new Map<string, ValveSides>()
  for (const { deviceId, metric, value } of values) {
    const known = sides.get(deviceId) ?? { before: null, behind: null }
    const flow = Math.abs(value)
    if (of === 'flow') sides.set(deviceId, { before: flow, behind: flow })
    else sides.set(deviceId, metric === 0 ? { ...known, before: value } : { ...known, behind: value })
  }
  return sides
}

async function drawn(
  db: PastDeps['db'],
  session: Session,
  edges: readonly DrawnEdge[],
  stretches: readonly ValuedStretch[],
): Promise<NetworkReadings['stretches']> {
  const byId = new Map(edges.map((edge) => [edge.id, edge]))
  const lines = await linesOf(db, session, [...byId.keys()])
  return stretches.flatMap(({ edgeId, fromM, toM, value }) => {
    const line = lines.get(edgeId)
    if (!line) return []
    const { kind, rank } = byId.get(edgeId)!
    return [{ edgeId, kind, rank, value, line: partOfLine(line, fromM, toM) }]
  })
}
