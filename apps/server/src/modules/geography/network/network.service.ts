import type { Isolation, networkIsolate, OutputOf, GeoPosition } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Database } from '../../../platform/db/db.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import type { Session } from '../../../platform/http/session.ts'
import { downstreamOf } from './downstream.rules.ts'
import { edgeInSight } from '../geo-feature.store.ts'
import { isolate } from '../isolation/isolation.rules.ts'
import {
  lockNetwork,
  namesOf,
  networkInSight,
  placesOfNodes,
  readLines,
  readValves,
  wholeNetwork,
  writeTopology,
} from './network.store.ts'
import { footOnLine, measures } from '../polyline.rules.ts'
import { buildTopology, reachBox } from './topology.rules.ts'

/** How soon after a change the network is whole again. Many changes together are one rebuild. */
const REBUILD_MS = 400

/**
 * Keeps the stored network up to date with lines and valves. It is derived as a whole: an edge that moves changes
 * joints of the edges around it, and rebuilding ten thousand edges takes less time than a person needs to look up.
 */
export class Network {
  readonly #db: Database
  #asked = 1
  #built = 0
  readonly #waiting: (() => void)[] = []

  constructor(db: Database) {
    this.#db = db
  }

  /** A line or a valve changed. */
  readonly touch = (): void => {
    this.#asked++
  }

  /** The work runs by the clock and not in the request that asked for it: it sees more than that request may. */
  startJobs(jobs: Jobs): void {
    jobs.start({ name: 'geography.network', everyMs: REBUILD_MS, atStart: true, run: () => this.rebuildIfAsked() })
  }

  async rebuildIfAsked(): Promise<void> {
    const asked = this.#asked
    if (asked === this.#built) return
    await this.#db.transaction(async (tx) => {
      await lockNetwork(tx)
      const lines = await readLines(tx)
      await writeTopology(tx, buildTopology(lines, await readValves(tx, reachBox(lines))))
    })
    this.#built = asked
    if (this.#asked === asked) for (const done of this.#waiting.splice(0)) done()
  }

  /** Resolves when earlier requests are built, or after a while: an answer that is a second old is better than none. */
  async settled(): Promise<void> {
    if (this.#asked === this.#built) return
    await Promise.race([
      new Promise<void>((resolve) => this.#waiting.push(resolve)),
      new Promise<void>((resolve) => setTimeout(resolve, 3_000).unref()),
    ])
  }

  /** The devices that get their water past this one, as far as the directions of flow are known. */
  async downstreamOf(deviceId: string): Promise<string[]> {
    return downstreamOf(await wholeNetwork(this.#db), deviceId)
  }

  /** @throws AppError `not-found` for an edge that does not exist or is out of scope. */
  async isolate(
    input: { edgeId: string; lng?: number | undefined; lat?: number | undefined },
    session: Session,
  ): Promise<Isolation> {
    await this.settled()
    const edge = await edgeInSight(this.#db, session, rowId(input.edgeId))
    if (edge?.geometry.type !== 'LineString') throw new AppError('not-found')
    const { lng, lat } = input
    const atM = lng === undefined || lat === undefined ? null : placeOn(edge.geometry.coordinates, [lng, lat])
    const found = isolate(await networkInSight(this.#db, session), edge.id, atM)
    if (!found) throw new AppError('not-found')
    const names = await namesOf(
      this.#db,
      session,
      found.valves.map(({ deviceId }) => deviceId),
    )
    const valves: OutputOf<typeof networkIsolate>['valves'] = found.valves.map((valve) => ({
      ...valve,
      ...(names.get(valve.deviceId) ?? { name: '', deviceNo: '' }),
    }))
    return { edgeId: edge.id, valves, edgeIds: found.edgeIds, openEnds: await placesOfNodes(this.#db, found.openNodes) }
  }
}

function placeOn(line: readonly GeoPosition[], place: GeoPosition): number {
  return footOnLine(line, measures(line), place).atM
}
