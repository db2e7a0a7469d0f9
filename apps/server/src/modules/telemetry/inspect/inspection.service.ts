import { type InspectedFrame, type RanRule, scriptFaultText } from '@sluice/contract'
import type { Codec, CodecFault } from '@sluice/codecs'
import { addressOfDevice, type Catalogue } from '@sluice/devices'
import { AppError, fromHex, toHex } from '@sluice/kit'
import type { Database } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { scopedDeviceId, type ScopedDeviceId, unscopedText } from '../../../platform/resource/scoped.ts'
import { countersOfDevices } from '../meter/counter.store.ts'
import { loadIdentities, loadStates } from '../telemetry.store.ts'
import { StationDirectory, type StationRegistration } from '../uplink/uplink.directory.ts'
import type { LiveReading } from '../uplink/uplink.rules.ts'
import type { DeviceRuntime, StationRuntime } from '../uplink/uplink.runtime.ts'
import { take, type Uplink } from '../uplink/uplink.take.ts'
import { codecFor, directionOf, funcOf } from './frame-reading.ts'
import { type ReadByScript, readingOf } from './script-reading.ts'
import { dryFaults, fateOf, pastFaults, pointsOf, ran, rulesOfReport } from './inspection.rules.ts'
import {
  faultsKnown,
  type FoundMessage,
  keysStored,
  messageOf,
  namedInSight,
  productOf,
  readingsBefore,
} from './inspection.store.ts'

export interface InspectionDeps {
  db: Database
  catalogue: Catalogue
  now(): number
  elapsed(): number
  findStations(addresses: readonly string[]): Promise<StationRegistration[]>
  isFault(deviceId: string, code: string): boolean
  otherTime(): number | undefined
  /** Runs work of the pipeline for a caller who waits for it: what it finds is checked against their scope afterwards. */
  asPipeline<T>(work: () => T): T
  /** Of all fault codes. */
  faultLevels(): ReadonlyMap<string, number>
  /** A frame in the words of the pipeline; undefined where it brings it nothing. */
  uplinkIn(protocol: string, frame: Uint8Array, receivedAt: number, deviceId: string | null): Uplink | undefined
  readByScript: ReadByScript
}

type Found = Pick<InspectedFrame, 'station' | 'points' | 'rules' | 'faults' | 'calmConditions'>

const NOTHING: Found = { station: null, points: [], rules: [], faults: [], calmConditions: 0 }

/** What is asked: bytes, and the stored message they are of. */
interface Asked {
  frame: Uint8Array
  codec: Codec<unknown>
  message: FoundMessage | null
  deviceId: ScopedDeviceId | null
  receivedAt: number
}

/** A stored message taken apart, with what became of it. */
export async function inspectStored(
  deps: InspectionDeps,
  session: Session,
  input: { deviceId: string; messageId: string },
): Promise<InspectedFrame> {
  const deviceId = await scopedDeviceId(deps.db, session, input.deviceId)
  const message = await messageOf(deps.db, deviceId, input.messageId)
  const codec = message && deps.catalogue.protocolOf(message.protocol)?.codec
  if (!message || !codec) throw new AppError('not-found')
  const asked: Asked = { frame: message.raw, codec, message, deviceId, receivedAt: message.at }
  const found = await inspect(deps, session, asked)
  const [named] = await namedInSight(deps.db, session.scope, [deviceId])
  const own = { deviceId, deviceName: named?.name ?? '' }
  const { id, ts, result, earlier, later } = message
  const { func, direction } = message
  const told = { ...found, message: { id, ts, result, ...own, earlier, later }, station: found.station ?? own }
  return { ...told, func: func ?? found.func, direction }
}

/** Bytes that nobody stored: what would become of them now. Nothing is stored, and no state in memory changes. */
export async function inspectPasted(
  deps: InspectionDeps,
  session: Session,
  input: { protocol?: string | undefined; hex: string; deviceId?: string | undefined },
): Promise<InspectedFrame> {
  const bytes = fromHex(input.hex)
  if (!bytes.ok) throw new AppError('validation', { fields: { hex: 'format' } })
  const codec = codecFor(deps.catalogue, bytes.value, input.protocol)
  if (!codec) throw new AppError('validation', { fields: { protocol: 'format' } })
  const deviceId = input.deviceId === undefined ? null : await scopedDeviceId(deps.db, session, input.deviceId)
  return inspect(deps, session, { frame: bytes.value, codec, message: null, deviceId, receivedAt: deps.now() })
}

async function inspect(deps: InspectionDeps, session: Session, asked: Asked): Promise<InspectedFrame> {
  const { frame, codec, deviceId, receivedAt } = asked
  const decoded = codec.decode(frame)
  const type = deviceId === null ? undefined : deps.catalogue.typeOf((await productOf(deps.db, deviceId)) ?? '')
  const { uplink, script } = await readingOf(deps, type, { protocol: codec.protocol, frame, receivedAt, deviceId })
  const fault = decoded.ok || script ? null : decoded.error
  const read = script?.fault
    ? ran('READ', 'STOPPED', 'script', { words: scriptFaultText(script.fault) })
    : readRule(frame, fault, uplink)
  const found = uplink ? await follow(deps, session, asked, uplink) : NOTHING
  return {
    protocol: codec.protocol,
    hex: toHex(frame),
    direction: directionOf(decoded.ok ? decoded.value : null),
    func: uplink?.func ?? funcOf(decoded.ok ? decoded.value : null),
    fault,
    partialAt: uplink?.partialAt ?? null,
    fields: codec.fields(frame) as InspectedFrame['fields'],
    message: null,
    ...found,
    rules: [read, ...found.rules],
  }
}

function readRule(frame: Uint8Array, fault: CodecFault | null, uplink: Uplink | undefined): RanRule {
  if (fault) return ran('READ', 'STOPPED', fault.kind, { at: fault.at + 1 })
  if (!uplink) return ran('READ', 'STOPPED', 'nothing')
  if (uplink.partialAt !== undefined) return ran('READ', 'ACTED', 'partial', { at: uplink.partialAt + 1 })
  return ran('READ', 'PASSED', 'whole', { n: frame.length })
}

/** Follows an uplink the way of the pipeline, on a copy of the station that nobody else uses. */
async function follow(deps: InspectionDeps, session: Session, asked: Asked, uplink: Uplink): Promise<Found> {
  const station = await stationOf(deps, uplink.address)
  const all = station
    ? [station.device, ...station.device.channels.values(), ...(station.device.slaves?.values() ?? [])]
    : []
  const named = await namedInSight(deps.db, session.scope, [...new Set(all.map(({ deviceId }) => deviceId))])
  const names = new Map(named.map(({ id, name }) => [id as string, name]))
  const name = station && names.get(station.device.deviceId)
  const isOther = asked.message !== null && station?.device.deviceId !== asked.deviceId
  if (!station || name === undefined || isOther || !speaks(station, uplink)) {
    const address = uplink.address === addressOfDevice(asked.deviceId ?? '') ? '' : uplink.address
    return { ...NOTHING, rules: [ran('SENDER', 'STOPPED', 'unknown', { address })] }
  }
  const entrance = entranceRules(station, uplink, { name, isStored: asked.message !== null })
  const own = { deviceId: station.device.deviceId, deviceName: name }
  const isRefused = entrance.some(({ outcome }) => outcome === 'STOPPED')
  if (isRefused) return { ...NOTHING, station: own, rules: entrance }
  const report = await judged(deps, asked, { station, uplink, all, ids: named.map(({ id }) => id) })
  const withNames = <T extends { deviceId: string }>(rows: readonly T[]) =>
    rows.flatMap((row) => (names.has(row.deviceId) ? [{ ...row, deviceName: names.get(row.deviceId)! }] : []))
  return {
    station: own,
    points: withNames(report.points),
    rules: [...entrance, ...report.rules],
    faults: withNames(report.faults),
    calmConditions: report.calmConditions,
  }
}

const speaks = ({ device }: StationRuntime, { message }: Uplink) => device.type.protocol === message.protocol

/** A directory of its own: what a dry run changes in memory is dropped with it. */
function stationOf(deps: InspectionDeps, address: string): Promise<StationRuntime | undefined> {
  const { db } = deps
  return deps.asPipeline(() =>
    new StationDirectory({
      findStations: deps.findStations,
      loadStates: (ids) => loadStates(db, ids),
      loadIdentities: (ids) => loadIdentities(db, ids),
      loadCounters: (ids) => countersOfDevices(db, ids, unscopedText('pipeline')),
      // It is about what the device says.
      loadLimits: async () => new Map(),
      loadUsual: async () => new Map(),
      elapsed: deps.elapsed,
      // A person waits for the answer: a store that is away fails the call instead of holding it.
      wait: () => Promise.reject(new AppError('internal')),
      onFailure: () => undefined,
    }).find(address),
  )
}

interface Sender {
  name: string
  isStored: boolean
}

/** Who sends it, and whether it was sent before. A stored frame was let in, whatever the registration is today. */
function entranceRules(station: StationRuntime, uplink: Uplink, { name, isStored }: Sender): RanRule[] {
  const { device, password, recent } = station
  if (!device.enabled && !isStored) return [ran('SENDER', 'STOPPED', 'disabled', { name })]
  const rules = [ran('SENDER', 'PASSED', 'known', { name })]
  if (uplink.password !== '' && !isStored) {
    const isWrong = password !== null && password !== uplink.password
    if (isWrong) return [...rules, ran('PASSWORD', 'STOPPED', 'wrong')]
    rules.push(ran('PASSWORD', 'PASSED', password === null ? 'unset' : 'right'))
  }
  if (uplink.heartbeat) return [...rules, ran('REPEAT', 'PASSED', 'alive')]
  if (isStored) return rules
  if (uplink.identity === null) return [...rules, ran('REPEAT', 'PASSED', 'untold')]
  return recent.fateOf(uplink.identity)
    ? [...rules, ran('REPEAT', 'STOPPED', 'repeat')]
    : [...rules, ran('REPEAT', 'PASSED', 'first')]
}

interface Followed {
  station: StationRuntime
  uplink: Uplink
  all: readonly DeviceRuntime[]
  /** Those that the caller sees. */
  ids: readonly ScopedDeviceId[]
}

async function judged(deps: InspectionDeps, asked: Asked, { station, uplink, all, ids }: Followed) {
  const { db, isFault } = deps
  const { device } = station
  const { message } = asked
  if (message) await backInTime(db, all, ids, message.at)
  const before = new Map(all.map((one) => [one.deviceId, new Map(one.readings)]))
  // What holds is told again where it may have held: all of it, to see every condition.
  const taken = take(device, uplink, { isFault, otherTime: deps.otherTime })
  const observations = device.type.read?.(uplink.message).observations ?? []
  const drafts = pointsOf(taken, before).filter(({ deviceId }) => ids.some((id) => id === deviceId))
  const times = new Map(
    drafts.map(({ deviceId, ts }) => [
      `${deviceId} ${ts}`,
      { deviceId: deviceId as ScopedDeviceId, ts: Date.parse(ts) },
    ]),
  )
  const stored = await keysStored(db, [...times.values()])
  const fate = fateIn(message)
  const rules = [
    ...(message ? [repeatOf(message)] : []),
    ...rulesOfReport({ taken, observations, zone: device.zone, now: uplink.receivedAt }),
  ]
  const at = message ? taken.conditionsAt : deps.now()
  const known = await faultsKnown(db, device.deviceId as ScopedDeviceId, at)
  const told = { conditions: taken.conditions, deviceId: device.deviceId, known }
  const faults = message ? pastFaults(told, at) : dryFaults({ ...told, levels: deps.faultLevels() })
  return {
    points: drafts.map((draft) => ({ ...draft, fate: fateOf(draft, stored, fate) })),
    rules: [...rules, confirmOf(message, uplink)],
    faults,
    calmConditions: Object.keys(taken.conditions).length - faults.length,
  }
}

/** Gives the copies the values of the moment before a stored frame came. */
async function backInTime(
  db: Database,
  all: readonly DeviceRuntime[],
  ids: readonly ScopedDeviceId[],
  at: number,
): Promise<void> {
  const past = await readingsBefore(db, ids, at)
  for (const device of all) {
    device.readings = past.get(device.deviceId) ?? new Map<string, LiveReading>()
    device.newestTs = Math.max(Number.NEGATIVE_INFINITY, ...[...device.readings.values()].map(({ ts }) => ts))
    device.conditionsAt = null
  }
}

const REFUSED: readonly string[] = ['UNKNOWN_DEVICE', 'BAD_PASSWORD', 'DECODE_ERR', 'UNSUPPORTED', 'CRC_ERR']

function fateIn(message: FoundMessage | null): Parameters<typeof fateOf>[2] {
  if (!message) return 'DRY'
  if (message.result === 'DUPLICATE') return 'REPEATED'
  return REFUSED.includes(message.result) ? 'REFUSED' : 'STORED'
}

function repeatOf({ result }: FoundMessage): RanRule {
  return result === 'DUPLICATE' ? ran('REPEAT', 'ACTED', 'repeat') : ran('REPEAT', 'PASSED', 'first')
}

function confirmOf(message: FoundMessage | null, { heartbeat }: Uplink): RanRule {
  if (heartbeat) return ran('CONFIRM', 'PASSED', 'never')
  return ran('CONFIRM', 'PASSED', message ? 'done' : 'would')
}
