import type { LimitsByKey } from '@sluice/devices'
import { readAddressList } from '../../../platform/http/address-list.ts'
import { type CounterSettings, withSettings } from '../meter/counter.rules.ts'
import type { UsualHours } from '../watch/usual.rules.ts'
import type { DeviceRuntime, RegisteredDevice, StationRuntime, StoredState } from './uplink.runtime.ts'
import { forgetFuture, moveSilence } from './future.rules.ts'
import { NO_STATES, RecentIdentities } from './uplink.runtime.ts'
import { UnsettledUplinks } from './uplink.unsettled.ts'

/** The registration of a station: its device, and the slaves of its channels or names. */
export interface StationRegistration {
  address: string
  password: string | null
  /** From where it may report; null: from everywhere. */
  allowedAddresses?: string | null
  device: RegisteredDevice
  /** Of two slaves with one name the later in the list gets the values. */
  channels: readonly { channel: number | null; names?: readonly string[]; device: RegisteredDevice }[]
}

export interface DirectoryDeps {
  /** Stations by address; unregistered addresses are omitted. */
  findStations(addresses: readonly string[]): Promise<StationRegistration[]>
  loadStates(deviceIds: readonly string[]): Promise<Map<string, StoredState>>
  /** Identities of the last frames of each device, oldest first. */
  loadIdentities(deviceIds: readonly string[]): Promise<Map<string, number[]>>
  /** How counters of these devices count; devices without settings of their own are omitted. */
  loadCounters(deviceIds: readonly string[]): Promise<ReadonlyMap<string, CounterSettings>>
  /** The limits in force for each of these devices; those without any are omitted. */
  loadLimits(devices: readonly RegisteredDevice[]): Promise<ReadonlyMap<string, LimitsByKey>>
  /** What is usual of these devices; those of which nothing is known are omitted. */
  loadUsual(deviceIds: readonly string[]): Promise<ReadonlyMap<string, UsualHours>>
  /** Time that passed, ms. */
  elapsed(): number
  wait(ms: number): Promise<void>
  /** A look-up failed and will be retried. */
  onFailure(error: unknown): void
}

/** Addresses that are looked up together. */
interface LookUp {
  addresses: string[]
  done: Promise<void>
}

/** What was read of the devices of a look-up. */
interface Loaded {
  states: ReadonlyMap<string, StoredState>
  identities: ReadonlyMap<string, number[]>
  counters: ReadonlyMap<string, CounterSettings>
  limits: ReadonlyMap<string, LimitsByKey>
  usual: ReadonlyMap<string, UsualHours>
}

/** Named even where it has none: settings that are gone do not stay in memory. */
function ownCounting({ type }: RegisteredDevice, counters: CounterSettings | undefined) {
  return { counters, metricOf: counters && withSettings(type.metricOf, counters) }
}

const RETRY_MS = 500
const NOT_FOUND_MS = 5_000
const LOOKUP_BATCH = 500

const INACTIVE: StoredState = {
  readings: new Map(),
  status: 'INACTIVE',
  offlineCause: null,
  firstSeen: null,
  lastSeen: null,
  silentAfter: null,
  conditionsAt: null,
  limitStates: NO_STATES,
}

/**
 * The stations of this process, in memory. A look-up of a new one waits a turn of the event loop, so that ten thousand
 * stations that connect together cost twenty queries, not ten thousand.
 */
export class StationDirectory {
  readonly #deps: DirectoryDeps
  readonly #stations = new Map<string, StationRuntime>()
  readonly #devices = new Map<string, DeviceRuntime>()
  readonly #notFoundUntil = new Map<string, number>()
  readonly #asked = new Map<string, Promise<StationRuntime | undefined>>()
  #batch: LookUp | undefined
  #generation = 0

  constructor(deps: DirectoryDeps) {
    this.#deps = deps
  }

  /** The station if it is in memory and its registration has not changed since. */
  peek(address: string): StationRuntime | undefined {
    return this.#stations.get(address)
  }

  device(deviceId: string): DeviceRuntime | undefined {
    return this.#devices.get(deviceId)
  }

  /** A device that this process has met, or the slave its gateway calls so. */
  deviceCalled(deviceId: string, slave: string | null): string | undefined {
    return slave === null ? deviceId : this.#devices.get(deviceId)?.slaves?.get(slave)?.deviceId
  }

  /** Last values of a device that this process has met, or of the slave its gateway calls so. */
  readingsOf(deviceId: string, slave: string | null): DeviceRuntime['readings'] | undefined {
    const device = this.#devices.get(deviceId)
    return (slave === null ? device : device?.slaves?.get(slave))?.readings
  }

  async find(address: string): Promise<StationRuntime | undefined> {
    const known = this.#stations.get(address)
    if (known) return known
    if ((this.#notFoundUntil.get(address) ?? 0) > this.#deps.elapsed()) return undefined
    let asked = this.#asked.get(address)
    if (!asked) {
      asked = this.#ask(address).finally(() => this.#asked.delete(address))
      this.#asked.set(address, asked)
    }
    return asked
  }

  /** Every device this process has met. */
  devices(): Iterable<DeviceRuntime> {
    return this.#devices.values()
  }

  /** The registration changed: stations are looked up again at their next message; their state stays in memory. */
  forgetRegistrations(): void {
    this.#generation++
    this.#stations.clear()
    this.#notFoundUntil.clear()
  }

  /** What is usual of these devices was counted anew. */
  learnUsual(usual: ReadonlyMap<string, UsualHours>): void {
    for (const [deviceId, hours] of usual) {
      const device = this.#devices.get(deviceId)
      if (device) device.usual = hours
    }
  }

  /** The clock was set: moves earlier timestamps by as much. */
  clockLeapt(byMs: number, now: number): void {
    for (const device of this.#devices.values()) {
      moveSilence(device, byMs, now)
      forgetFuture(device, now)
      device.newestTs = newestOf(device)
    }
  }

  async #ask(address: string): Promise<StationRuntime | undefined> {
    if (!this.#batch || this.#batch.addresses.length >= LOOKUP_BATCH) {
      const batch: LookUp = { addresses: [], done: Promise.resolve() }
      batch.done = new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#loadUntilDone(batch))
      this.#batch = batch
    }
    const { addresses, done } = this.#batch
    addresses.push(address)
    await done
    const found = this.#stations.get(address)
    if (!found) this.#rememberMissing(address)
    return found
  }

  #rememberMissing(address: string): void {
    if (this.#notFoundUntil.size > 10_000) this.#notFoundUntil.clear()
    this.#notFoundUntil.set(address, this.#deps.elapsed() + NOT_FOUND_MS)
  }

  /** A store that is away does not turn a known station into an unknown one: the question waits. */
  async #loadUntilDone(batch: LookUp): Promise<void> {
    if (this.#batch === batch) this.#batch = undefined
    for (;;) {
      try {
        return await this.#load(batch)
      } catch (error) {
        this.#deps.onFailure(error)
        await this.#deps.wait(RETRY_MS)
      }
    }
  }

  async #load(batch: LookUp): Promise<void> {
    const generation = this.#generation
    const registrations = await this.#deps.findStations(batch.addresses)
    const all = registrations.flatMap((r) => [r.device, ...r.channels.map((c) => c.device)])
    const fresh = all.filter((device) => !this.#devices.has(device.deviceId)).map((device) => device.deviceId)
    const unread = registrations.map(({ device }) => device.deviceId).filter((id) => !this.#received.has(id))
    const ids = all.map(({ deviceId }) => deviceId)
    const [states, identities, counters, limits, usual] = await Promise.all([
      fresh.length > 0 ? this.#deps.loadStates(fresh) : new Map<string, StoredState>(),
      unread.length > 0 ? this.#deps.loadIdentities(unread) : new Map<string, number[]>(),
      all.length > 0 ? this.#deps.loadCounters(ids) : new Map<string, CounterSettings>(),
      this.#deps.loadLimits(all),
      all.length > 0 ? this.#deps.loadUsual(ids) : new Map<string, UsualHours>(),
    ])
    for (const registration of registrations) {
      const station = this.#station(registration, { states, identities, counters, limits, usual })
      if (generation === this.#generation) this.#stations.set(registration.address, station)
    }
    // A change during the look-up may make the result outdated, so it is read again.
    if (generation !== this.#generation) await this.#load(batch)
  }

  readonly #received = new Map<string, Pick<StationRuntime, 'recent' | 'unsettled'>>()

  #station(registration: StationRegistration, loaded: Loaded): StationRuntime {
    const { identities } = loaded
    const device = this.#runtime(registration.device, loaded)
    const slaves = registration.channels.map((c) => ({ ...c, runtime: this.#runtime(c.device, loaded) }))
    device.channels = new Map(slaves.flatMap((c) => (c.channel === null ? [] : [[c.channel, c.runtime]])))
    device.slaves = new Map(slaves.flatMap(({ names = [], runtime }) => names.map((name) => [name, runtime])))
    let received = this.#received.get(device.deviceId)
    if (!received) {
      const recent = new RecentIdentities(identities.get(device.deviceId))
      received = { recent, unsettled: new UnsettledUplinks() }
      this.#received.set(device.deviceId, received)
    }
    const allowed = readAddressList(registration.allowedAddresses ?? '')
    return { device, password: registration.password, ...(allowed ? { allowed } : {}), ...received }
  }

  #runtime(registered: RegisteredDevice, { states, counters, limits, usual }: Loaded): DeviceRuntime {
    const known = this.#devices.get(registered.deviceId)
    const { deviceId } = registered
    const rules = { limits: limits.get(deviceId), usual: usual.get(deviceId) }
    const own = { ...ownCounting(registered, counters.get(deviceId)), ...rules }
    if (known) return Object.assign(known, registered, own)
    const state = states.get(registered.deviceId) ?? { ...INACTIVE, readings: new Map() }
    const runtime = {
      ...registered,
      ...own,
      ...state,
      channels: new Map(),
      holding: new Set<string>(),
      newestTs: newestOf(state),
    }
    this.#devices.set(registered.deviceId, runtime)
    return runtime
  }
}

/** Nothing of a device is stored under a later time than its latest readings. */
function newestOf({ readings }: StoredState): number {
  let newest = Number.NEGATIVE_INFINITY
  for (const { ts } of readings.values()) newest = Math.max(newest, ts)
  return newest
}
