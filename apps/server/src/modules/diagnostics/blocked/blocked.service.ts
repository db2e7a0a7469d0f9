import {
  blockAddress,
  BLOCKED_MOST,
  type InputOf,
  type OutputOf,
  type previewBlock,
  unblockAddress,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { nameOf, type Session } from '../../../platform/http/session.ts'
import { emitLater } from '../../../platform/outbox/outbox.store.ts'
import { blockable, type Network, overlap, readNetwork } from './network.ts'
import {
  activeBlocks,
  addHits,
  deleteBlock,
  type DeviceAt,
  devicesFrom,
  type Hits,
  saveBlock,
} from './blocked.store.ts'

export interface BlockingDeps {
  db: Database
  clock: Clock
  /** Load balancers in front of the listeners. */
  deviceProxies: readonly string[]
  /** Tells the listeners of this process what is kept out. */
  block(networks: readonly string[]): void
  /** Called with the number of hits that could not be counted. */
  onLost(count: number): void
}

type Call = Pick<CallContext, 'session' | 'ip' | 'traceId'>

const MINUTE_MS = 60_000
/** How far back devices are looked for. */
const DAYS_MS = 7 * 86_400_000
const NAMED = 5
const FLUSH_MS = 2_000

interface Entry {
  id: string
  network: Network
}

/** Addresses that are kept out: listed in the store, told to the listeners of every process, hits counted. */
export class Blocking {
  readonly #deps: BlockingDeps
  #entries: readonly Entry[] = []
  #hits = new Map<string, Hits>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: BlockingDeps) {
    this.#deps = deps
  }

  /** Reads what is kept out now: at the start, on every change in any process, and every few seconds for what ends. */
  async look(): Promise<void> {
    const { db, clock, block } = this.#deps
    const entries = await activeBlocks(db, clock.now())
    this.#entries = entries.flatMap(({ id, network }) => {
      const read = readNetwork(network)
      return read ? [{ id, network: read }] : []
    })
    block(this.#entries.map(({ network }) => network.text))
  }

  /** A connection from there was turned away, `times` within a second; `at`: epoch ms. */
  hit(address: string, times: number, at: number): void {
    const from = readNetwork(address)
    const entry = from && this.#entries.find(({ network }) => overlap(network, from))
    if (!entry) return
    const known = this.#hits.get(entry.id)
    this.#hits.set(entry.id, { count: (known?.count ?? 0) + times, lastAt: Math.max(known?.lastAt ?? 0, at) })
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const hits = this.#hits
    if (hits.size === 0) return
    this.#hits = new Map()
    try {
      await addHits(this.#deps.db, hits)
    } catch {
      this.#deps.onLost([...hits.values()].reduce((sum, { count }) => sum + count, 0))
    }
  }

  async preview(typed: string, session: Session): Promise<OutputOf<typeof previewBlock>> {
    const network = blockable(typed, this.#deps.deviceProxies)
    if ('problem' in network) return { network: null, ...network, devices: 0, names: [] }
    const found = await this.#devicesIn(network, session)
    const names = found.slice(0, NAMED).map(({ name }) => name)
    return { network: network.text, problem: null, devices: found.length, names }
  }

  /** @throws AppError validation | limit-reached */
  async block(
    input: InputOf<typeof blockAddress>,
    { session, ip, traceId }: Call,
  ): Promise<{ id: string; network: string }> {
    const { db, clock, deviceProxies } = this.#deps
    const network = blockable(input.network, deviceProxies)
    if ('problem' in network) throw new AppError('validation', { fields: { network: network.problem } })
    const devices = (await this.#devicesIn(network, session)).length
    if (devices > 0 && !input.confirmed) throw new AppError('validation', { fields: { confirmed: 'required' } })
    const now = clock.now()
    const until = input.minutes === null ? null : new Date(now.getTime() + input.minutes * MINUTE_MS)
    const { text } = network
    const row = { network: text, reason: input.reason, until, by: { id: session.userId, name: nameOf(session) }, now }
    const id = await db.transaction(async (tx) => {
      const saved = await saveBlock(tx, row, BLOCKED_MOST)
      if (saved === undefined) throw new AppError('limit-reached', { most: BLOCKED_MOST })
      const after = { network: text, reason: input.reason, untilTime: until?.toISOString() ?? null, devices }
      await recordOperation(tx, session, { action: blockAddress.audit, targetIds: [saved], after, ip, traceId })
      await emitLater(tx, [{ name: 'address.blocked', key: 'blocked', fact: { network: text } }])
      return saved
    })
    return { id, network: text }
  }

  /** @throws AppError not-found */
  async unblock(id: string, { session, ip, traceId }: Call): Promise<true> {
    await this.#deps.db.transaction(async (tx) => {
      const before = await deleteBlock(tx, id)
      if (!before) throw new AppError('not-found')
      await recordOperation(tx, session, { action: unblockAddress.audit, targetIds: [id], before, ip, traceId })
      await emitLater(tx, [{ name: 'address.blocked', key: 'blocked', fact: { network: before.network } }])
    })
    return true
  }

  /** Devices that came from there recently, each once. */
  async #devicesIn(network: Network, { scope }: Session): Promise<DeviceAt[]> {
    const { db, clock } = this.#deps
    const since = new Date(clock.now().getTime() - DAYS_MS)
    const found = new Map<string, DeviceAt>()
    for (const device of await devicesFrom(db, scope, { like: likeOf(network), since })) {
      const from = readNetwork(device.address)
      if (from && overlap(network, from) && !found.has(device.deviceId)) found.set(device.deviceId, device)
    }
    return [...found.values()]
  }
}

/** What all its addresses begin with in the log: the whole bytes of IPv4; IPv6 has colons. */
function likeOf({ family, bytes, bits }: Network): string {
  if (family === 6) return '%:%:%'
  const whole = bytes.slice(0, Math.floor(bits / 8))
  return whole.length === 4 ? `${whole.join('.')}:%` : `${whole.join('.')}.%`
}
