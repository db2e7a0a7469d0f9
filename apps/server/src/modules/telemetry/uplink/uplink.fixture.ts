import { deviceTypeOf, type LimitsByKey, type Observation, type Reported } from '@sluice/devices'
import { StationDirectory, type StationRegistration } from './uplink.directory.ts'
import { type StoredUplink, UplinkPipeline } from './uplink.pipeline.ts'
import type { DeviceRuntime, RegisteredDevice, StoredState } from './uplink.runtime.ts'
import type { UsualHours } from '../watch/usual.rules.ts'
import type { MessageRow, UplinkBatch } from './uplink.store.ts'
import type { Uplink } from './uplink.take.ts'
import { UplinkWriter } from './uplink.writer.ts'

export const NOW = Date.parse('2026-06-12T06:30:00Z')
const ADDRESS = '0012345678'
/** A value that the store refuses because of its content, unless a test changes that. */
export const POISON = 66

/** A device whose messages contain their readings in plain form. */
export function registered(deviceId: string, productNo = 'SL651-VALVE-STATION'): RegisteredDevice {
  const type = { ...deviceTypeOf(productNo)!, read: ({ message }: { message: unknown }) => message as Reported }
  const facts = { deptId: '7', enabled: true, zone: 'Asia/Shanghai', reportIntervalS: 300, corrections: null }
  return { deviceId, productNo, type, ...facts }
}

export const STATION: StationRegistration = {
  address: ADDRESS,
  password: null,
  device: registered('1'),
  channels: [{ channel: 1, device: registered('11', 'SL651-VALVE-CHANNEL') }],
}

export interface Said {
  identity?: number | null
  at?: number
  receivedAt?: number
  conditions?: Record<string, boolean>
  /** Instead of the opening. */
  observations?: Observation[]
  /** Of the slave of channel 1. */
  slave?: { opening: number; at?: number }
}

/** A report of the station itself. */
export function said(
  opening: number,
  { identity = null, at, receivedAt = NOW, conditions = {}, slave, observations }: Said = {},
) {
  const own: Observation = { channel: 0, ts: at ?? receivedAt, values: { opening } }
  const slaves = slave ? [{ channel: 1, ts: slave.at ?? receivedAt, values: { opening: slave.opening } }] : []
  const uplink: Uplink = {
    address: ADDRESS,
    password: '',
    message: { protocol: 'SL651', message: { observations: observations ?? [own, ...slaves], conditions } as never },
    func: '32',
    identity,
    raw: [new Uint8Array([opening])],
    receivedAt,
    remote: '127.0.0.1:1',
    heartbeat: false,
    source: 'LINK',
  }
  return uplink
}

export interface World {
  stations?: StationRegistration[]
  identities?: ReadonlyMap<string, number[]>
  states?: ReadonlyMap<string, StoredState>
  /** `device code` of the conditions that are faults. */
  faults?: ReadonlySet<string>
  /** Limits by device. */
  limits?: ReadonlyMap<string, LimitsByKey>
  /** What is usual, by device. */
  usual?: ReadonlyMap<string, UsualHours>
}

/** The stations of a world; its limits may change. */
function directoryOf(
  { stations, states, identities }: Required<Pick<World, 'stations' | 'states' | 'identities'>>,
  world: Required<Pick<World, 'limits' | 'usual'>>,
): StationDirectory {
  return new StationDirectory({
    findStations: async (addresses) => stations.filter(({ address }) => addresses.includes(address)),
    loadStates: async (ids) => new Map([...states].filter(([id]) => ids.includes(id))),
    loadIdentities: async (ids) => new Map([...identities].filter(([id]) => ids.includes(id))),
    loadCounters: async () => new Map(),
    loadLimits: async () => world.limits,
    loadUsual: async () => world.usual,
    elapsed: () => 0,
    wait: async () => undefined,
    onFailure: () => undefined,
  })
}

/** The uplink pipeline with a store that a test controls. */
export function uplinkWorld({
  stations = [STATION],
  identities = new Map(),
  states = new Map(),
  faults = new Set(),
  limits = new Map(),
  usual = new Map(),
}: World = {}) {
  const world = { limits, usual }
  const state = {
    refuses: ({ raw, result }: MessageRow) => result !== 'DUPLICATE' && raw[0] === POISON,
    /** Whether it refuses to write such a state of a device. */
    refusesState: (_state: DeviceRuntime): boolean => false,
    onStore: (_batch: UplinkBatch): void => undefined,
    away: 0,
    held: undefined as Promise<void> | undefined,
  }
  const batches: UplinkBatch[] = []
  const stored: StoredUplink[] = []
  const directory = directoryOf({ stations, states, identities }, world)
  const writer = new UplinkWriter({
    async store(batch) {
      await state.held
      if (state.away-- > 0) throw Object.assign(new Error('gone'), { code: '57P01' })
      if (batch.messages.some(state.refuses) || batch.shadows.some(state.refusesState)) {
        throw Object.assign(new Error('bad row'), { code: '22P05' })
      }
      state.onStore(batch)
      batches.push(structuredClone({ ...batch, shadows: [] }))
    },
    onOutage: () => undefined,
    onRefused: () => undefined,
    wait: () => new Promise((resolve) => setImmediate(resolve)),
  })
  const pipeline = new UplinkPipeline({
    directory,
    writer,
    noteUnknown: () => undefined,
    isFault: (deviceId, code) => faults.has(`${deviceId} ${code}`),
    otherTime: () => undefined,
    publish: (uplink) => stored.push(uplink),
  })
  return {
    state,
    /** Limits as they are now: devices are looked up anew. */
    limit(now: ReadonlyMap<string, LimitsByKey>) {
      world.limits = now
      directory.forgetRegistrations()
    },
    batches,
    stored,
    directory,
    accept: (...uplinks: Uplink[]) => Promise.all(uplinks.map((uplink) => pipeline.accept(uplink))),
    /** What was stored, in order: identity and verdict. */
    results: () => batches.flatMap(({ messages }) => messages.map(({ identity, result }) => [identity, result])),
    openings: () => batches.flatMap(({ telemetry }) => telemetry.map(({ readings }) => readings['opening'])),
  }
}
