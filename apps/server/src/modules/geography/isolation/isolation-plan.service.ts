import type { CannotClose, GeoPosition, IsolationPlan, UnableValve } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Database } from '../../../platform/db/db.ts'
import { rowId, type ScopedDeviceId, scopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { Session } from '../../../platform/http/session.ts'
import { edgeInSight } from '../geo-feature.store.ts'
import type { NetworkEdge } from './isolation.rules.ts'
import { type IsolationPlanned, planIsolation } from './isolation-plan.rules.ts'
import { isShut, openingOf, whyUnable } from './isolation-progress.rules.ts'
import type { StoredUnable } from './isolation-run.store.ts'
import { linesOf, type ValveReport, valveReports } from './isolation-valve.store.ts'
import type { Network } from '../network/network.service.ts'
import { networkInSight, placesOfNodes } from '../network/network.store.ts'
import { footOnLine, measures, partOfLine } from '../polyline.rules.ts'

export interface PlanDeps {
  db: Database
  network: Network
  /** The codes of the commands that a device understands. */
  codesOf(deviceId: ScopedDeviceId): Promise<string[]>
}

/** Where the water leaks, and which valves somebody does not want to use. */
export interface BurstInput {
  edgeId: string
  lng?: number | undefined
  lat?: number | undefined
  without?: string | readonly string[] | undefined
}

/** A plan with what it was made from. */
export interface PlanMade {
  edge: { id: string; deptId: string; name: string | null }
  edges: readonly NetworkEdge[]
  planned: IsolationPlanned
  reports: ReadonlyMap<string, ValveReport>
  unable: ReadonlyMap<string, CannotClose>
  stretches: GeoPosition[][]
  lengthM: number
}

/** @throws AppError `not-found` for an edge that does not exist or is out of scope. */
export async function makePlan(deps: PlanDeps, input: BurstInput, session: Session): Promise<PlanMade> {
  const { db, network } = deps
  await network.settled()
  const edge = await edgeInSight(db, session, rowId(input.edgeId))
  if (edge?.geometry.type !== 'LineString') throw new AppError('not-found')
  const { lng, lat } = input
  const line = edge.geometry.coordinates
  const atM = lng === undefined || lat === undefined ? null : footOnLine(line, measures(line), [lng, lat]).atM
  const edges = await networkInSight(db, session)
  const unable = new Map([input.without ?? []].flat().map((id) => [id, 'PASSED_OVER' as CannotClose]))
  const reports = new Map<string, ValveReport>()
  const checked = new Set<string>()
  // Only the valves that the search meets are asked about; each one that is unable lets it go further.
  for (;;) {
    const planned = planIsolation(edges, edge.id, atM, new Set(unable.keys()))
    if (!planned) throw new AppError('not-found')
    const named = [...planned.valves.flatMap(({ deviceId, insteadOf }) => [deviceId, ...insteadOf]), ...planned.byHand]
    const met = [...new Set(named)].filter((id) => !checked.has(id))
    if (met.length === 0) {
      const dry = await dryPart(db, session, planned)
      return { edge: { id: edge.id, deptId: edge.deptId, name: edge.name }, edges, planned, reports, unable, ...dry }
    }
    const [found, because] = await askAbout(deps, session, met)
    for (const id of met) checked.add(id)
    for (const [id, report] of found) reports.set(id, report)
    for (const [id, why] of because) if (!unable.has(id)) unable.set(id, why)
  }
}

async function askAbout({ db, codesOf }: PlanDeps, session: Session, deviceIds: readonly string[]) {
  const reports = await valveReports(db, session, deviceIds)
  const because = new Map<string, CannotClose>()
  await Promise.all(
    [...reports].map(async ([id, report]) => {
      const codes = await codesOf(await scopedDeviceId(db, session, id))
      const why = whyUnable(report, codes.includes('CLOSE'))
      if (why) because.set(id, why)
    }),
  )
  return [reports, because] as const
}

async function dryPart(db: Database, session: Session, { stretches }: IsolationPlanned) {
  const lines = await linesOf(db, session, [...new Set(stretches.map(({ edgeId }) => edgeId))])
  return {
    stretches: stretches.flatMap(({ edgeId, fromM, toM }) => {
      const line = lines.get(edgeId)
      return line ? [partOfLine(line, fromM, toM)] : []
    }),
    lengthM: stretches.reduce((sum, { fromM, toM }) => sum + toM - fromM, 0),
  }
}

/** A valve that is not used, with its name and place. */
export function unableValve(report: ValveReport | undefined, { deviceId, because }: StoredUnable): UnableValve {
  const { name = '', deviceNo = '', lng = null, lat = null, lastSeenTime = null } = report ?? {}
  return { deviceId, name, deviceNo, lng, lat, because, lastSeenTime }
}

/** What was passed over for a valve of the plan. */
export function insteadOf({ unable }: PlanMade, deviceIds: readonly string[]): StoredUnable[] {
  return deviceIds.map((deviceId) => ({ deviceId, because: unable.get(deviceId) ?? 'PASSED_OVER' }))
}

export async function planFor(deps: PlanDeps, input: BurstInput, session: Session): Promise<IsolationPlan> {
  const made = await makePlan(deps, input, session)
  const { edge, planned, reports, stretches, lengthM } = made
  const named = (deviceIds: readonly string[]) =>
    insteadOf(made, deviceIds).map((one) => unableValve(reports.get(one.deviceId), one))
  return {
    edgeId: edge.id,
    edgeName: edge.name,
    valves: planned.valves.flatMap(({ deviceId, insteadOf: passed }) => {
      const report = reports.get(deviceId)
      if (!report) return []
      const { name, deviceNo, lng, lat } = report
      const state = { opening: openingOf(report), isClosed: isShut(report) }
      return [{ deviceId, name, deviceNo, lng, lat, ...state, insteadOf: named(passed) }]
    }),
    byHand: named(planned.byHand),
    stretches,
    lengthM,
    openEnds: await placesOfNodes(deps.db, planned.openNodes),
  }
}
