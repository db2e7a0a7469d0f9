import {
  type ActiveFault,
  type DeviceState,
  deviceStates,
  exportHistory,
  history,
  type CounterExchange,
  type FaultObservation,
  type HistoryImport,
  latest,
  slaveBattery,
} from '@sluice/contract'
import { addressOfDevice, type DeviceType, type LimitsByKey } from '@sluice/devices'
import type { ClockTrust } from '../../platform/clock/clock-trust.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { DEVICE_MARK, type ScopedDeviceId, scopedDeviceId, unscopedText } from '../../platform/resource/scoped.ts'
import type { Connection, Database, Sql } from '../../platform/db/db.ts'
import type { Scope } from '../../platform/http/session.ts'
import { defineSheet } from '../../platform/sheet/sheet-job.ts'
import { createClockCare } from './clock-care.ts'
import { tellCondition } from './condition/condition.store.ts'
import { countersOfDevices } from './meter/counter.store.ts'
import { mountMeters } from './meter/meter.routes.ts'
import { anchorUnits, countersTold } from './meter/unit-exchange.ts'
import { batteryOf } from './battery.rules.ts'
import { createHistoryLane } from './history/history-lane.ts'
import { consumedByHour } from './history/consumption-hours.store.ts'
import { consumedToday } from './history/consumption.store.ts'
import type { DeviceFacts } from './history/history.service.ts'
import { historyOfPlace } from './history/place-history.ts'
import { HourMarks } from './uplink/hour-marks.ts'
import { type HistorySheet, historySheet } from './history/import/history-sheet.ts'
import { type DeviceOwner, type SilentDevice, SilenceWatch } from './condition/silence.service.ts'
import { insertEvent, lastFrame, lastReadings, storedFrames } from './uplink/last.store.ts'
import type { InspectionDeps } from './inspect/inspection.service.ts'
import { mountInspection } from './inspect/inspection.routes.ts'
import { mountMessages } from './message.routes.ts'
import { readState, readStates, toDeviceState } from './telemetry.service.ts'
import { loadIdentities, loadStates, messageTimes } from './telemetry.store.ts'
import { StationDirectory, type StationRegistration } from './uplink/uplink.directory.ts'
import { type StoredUplink, UplinkPipeline } from './uplink/uplink.pipeline.ts'
import { usualAt } from './watch/usual.rules.ts'
import { usualOfDevices } from './watch/usual.store.ts'
import { createWatches } from './watch/watch.service.ts'
import { storeInPlace } from './uplink/stored-place.ts'
import { Takings } from './uplink/takings.ts'
import type { DeviceRuntime, RegisteredDevice } from './uplink/uplink.runtime.ts'
import type { Uplink } from './uplink/uplink.take.ts'
import { UplinkWriter } from './uplink/uplink.writer.ts'

export { forgetSilence, takeConditions, tellCondition } from './condition/condition.store.ts'
export { newestStored } from './uplink/future.store.ts'
export { dropPartitions, expiredPartitions } from './partition.service.ts'

export interface TelemetryDeps extends Pick<InspectionDeps, 'catalogue' | 'faultLevels' | 'uplinkIn' | 'readByScript'> {
  db: Database
  clock: Clock
  log: Log
  findStations(addresses: readonly string[]): Promise<StationRegistration[]>
  ownersOf(deviceIds: readonly string[]): Promise<DeviceOwner[]>
  zonesOf(deviceIds: readonly string[]): Promise<Map<string, string>>
  /** IANA zones by department. */
  deptZones(): Promise<ReadonlyMap<string, string>>
  /** Of a device that the caller was found to see. */
  deviceFacts(deviceId: ScopedDeviceId): Promise<DeviceFacts & { deptId: string; enabled: boolean; productNo: string }>
  noteUnknown(uplink: Uplink): void
  /** Conditions of a device, called once `takeConditions` can take them. */
  observe(
    device: { deviceId: string; deptId: string },
    conditions: Readonly<Record<string, boolean>>,
    /** Of the faults that begin; without it that of their codes. */
    level?: number | null,
  ): void
  /** The alarm limits in force for each of these devices. */
  limitsOf(devices: readonly RegisteredDevice[]): Promise<ReadonlyMap<string, LimitsByKey>>
  activeFaults(deviceId: string): ActiveFault[]
  /** Whether it is one of them. */
  isFault(deviceId: string, code: string): boolean
  /** Called for everything that is stored, whether or not anyone watches. */
  onStored(stored: StoredUplink): void
  /** Whether anyone watches: a state is put together only then. */
  watched(): boolean
  /** `state` is called when somebody takes it, then or a little later. */
  publishState(device: { deviceId: string; deptId: string }, state: () => DeviceState): void
  publishMessage(device: { deviceId: string; deptId: string }, at: number): void
  publishImport(run: HistoryImport): void
  /** Hours are made again, in the transaction of this. */
  onHours(tx: Sql, hours: readonly { deviceId: string; hour: number }[]): Promise<void>
  onOutage(down: boolean): void
  decode(protocol: string, raw: Uint8Array): unknown
  /** Whether the time of day is believed, and which other time it may be. */
  trust: Pick<ClockTrust, 'look' | 'mayDelete' | 'otherTime'>
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A thousand reports a second are stored as fifty batches: as many commits as a disk and two cores hardly notice. */
const PACE_MS = 20

function directoryOf({ db, clock, log, findStations, limitsOf }: TelemetryDeps): StationDirectory {
  return new StationDirectory({
    findStations,
    loadStates: (ids) => loadStates(db, ids),
    loadIdentities: (ids) => loadIdentities(db, ids),
    loadCounters: (ids) => countersOfDevices(db, ids, unscopedText('pipeline')),
    loadLimits: limitsOf,
    loadUsual: (ids) => usualOfDevices(db, ids, unscopedText('pipeline')),
    elapsed: () => clock.elapsed(),
    wait,
    onFailure: (error) => log.warn({ err: error }, 'stations could not be looked up and are tried again'),
  })
}

async function usualOf(db: Database, deviceIds: readonly string[]) {
  const found = await usualOfDevices(db, deviceIds, DEVICE_MARK)
  return (id: string, key: string, at: { ts: number; zone: string }) => usualAt(found.get(id), key, at)
}

/** From a decoded uplink to stored history and the state on the screens. */
export function createTelemetry(deps: TelemetryDeps) {
  const { db, clock } = deps
  const now = () => clock.now().getTime()
  const directory = directoryOf(deps)
  const marks = new HourMarks(now)
  const takings = new Takings(() => clock.elapsed())
  const writer = writerOf(deps, marks, takings)
  const pipeline = new UplinkPipeline({ ...deps, ...deps.trust, directory, writer, publish })
  const past = createHistoryLane({ ...deps, onTaken: (hours) => marks.forget(hours) }, writer, wait)
  const publishState = statePublisher(deps)
  const silence = new SilenceWatch({ db, directory, ownersOf: deps.ownersOf, onSilent: tellSilent })
  const care = createClockCare({ db, now, directory, silence, trust: deps.trust })

  function publish(stored: StoredUplink): void {
    const { station, touched, receivedAt } = stored
    if (!stored.ended) deps.onStored(stored)
    for (const device of touched) observePresence(deps, device)
    for (const { device, code, holds, level } of stored.alarms) deps.observe(device, { [code]: holds }, level)
    deps.observe(station, stored.conditions)
    if (!deps.watched()) return
    for (const device of touched) publishState(device, device)
    if (!stored.ended) deps.publishMessage(station, receivedAt)
  }

  function tellSilent({ state, code, level, ...device }: SilentDevice): void {
    if (code) deps.observe(device, { [code]: true }, level)
    publishState(device, state)
  }

  const last = lastOf(db, directory)
  return {
    accept: (uplink: Uplink) => pipeline.accept(uplink),
    senderStatusOf: pipeline.senderStatusOf.bind(pipeline),
    tellCondition: conditionTeller(deps, now),
    mount: (api: Api) => {
      mountTelemetry(api, deps)
      mountOperation(api, slaveBattery, async (input, { session }) => {
        const deviceId = await scopedDeviceId(db, session, input.deviceId)
        return batteryOf(deviceId, await last.lastReadings(deviceId))
      })
      mountMeters(api, { ...deps, ...last, now, onChanged: () => directory.forgetRegistrations() })
      mountInspection(api, { ...deps, ...deps.trust, now, elapsed: () => clock.elapsed() })
      past.mount(api)
    },
    ...care,
    /** m³ since midnight of the zone, of all that the scope sees. */
    consumedToday: (scope: Scope, zone: string) => consumedToday(db, scope, zone, now()),
    consumedByHour: (scope: Scope, zone: string) => consumedByHour(db, scope, zone, now()),
    rollUp: past.rollUp,
    watches: createWatches({ ...deps, directory, believed: deps.trust.mayDelete }),
    /** What is usual of devices that were found in scope, at an hour. */
    usualOf: (deviceIds: readonly string[]) => usualOf(db, deviceIds),
    ...last,
    noteEvent: (event: Parameters<typeof insertEvent>[1]) => insertEvent(db, event),
    /** One unit ended at a reading of a counter, another one begins at one. */
    anchorUnits: (tx: Connection, exchange: CounterExchange<ScopedDeviceId>) =>
      anchorUnits(tx, { ...exchange, ...last }),
    /** What of a unit has to be read before another one takes its place. */
    countersTold: (tx: Connection, deviceId: ScopedDeviceId) => countersTold(tx, deviceId, last),
    forgetRegistrations: () => directory.forgetRegistrations(),
    /** The store is away, or so much waits for it that nothing more may be read. */
    onFullChange: (listener: (full: boolean) => void) => writer.onFullChange(listener),
    ...healthOf(writer, takings),
    drained: () => Promise.all([writer.drained(), past.drained()]),
    close: () => [writer, past].forEach((one) => one.close()),
  }
}

/** Being there or away is a condition, too. */
function observePresence({ observe }: TelemetryDeps, device: DeviceRuntime): void {
  const { status, offlineCause } = device
  if (status === 'ONLINE') observe(device, { C01: false, C02: false })
  if (offlineCause === 'DISCONNECTED') observe(device, { C02: true })
  if (offlineCause === 'CLOSED' || offlineCause === 'LOST') observe(device, { C01: true })
}

/** The health of the path into the store. */
function healthOf(writer: UplinkWriter, takings: Takings) {
  return {
    storeUp: () => !writer.down,
    /** False when everything of the last minute was refused because of its contents. */
    takesUplinks: () => takings.takes(),
    refusedUplinks: () => takings.refused,
    backlog: () => writer.backlog,
  }
}

/** The latest known state of a device that the caller was checked to see, or for the system itself. */
function lastOf(db: Database, directory: StationDirectory) {
  return {
    lastReadings: async (deviceId: string) =>
      directory.device(deviceId)?.readings ?? (await lastReadings(db, deviceId)),
    /** Whether the gateway last reported it as not connected. */
    isDisconnected: async (deviceId: string) =>
      (directory.device(deviceId) ?? (await loadStates(db, [deviceId])).get(deviceId))?.offlineCause === 'DISCONNECTED',
    lastFrame: (deviceId: string, func: string, from: number) => lastFrame(db, deviceId, func, from),
    storedFrames: (deviceId: string, frames: Parameters<typeof storedFrames>[2]) => storedFrames(db, deviceId, frames),
    messageTimes: (deviceId: ScopedDeviceId) => messageTimes(db, deviceId),
    deviceCalled: directory.deviceCalled.bind(directory),
    typeOf: (deviceId: string) => typeOfDevice(directory, deviceId),
    readingsInMemory: directory.readingsOf.bind(directory),
  }
}

/** The type of a device by the version in force, at once where the device is in memory. */
function typeOfDevice(
  directory: StationDirectory,
  deviceId: string,
): DeviceType | undefined | Promise<DeviceType | undefined> {
  const address = addressOfDevice(deviceId)
  const known = directory.peek(address)
  return known ? known.device.type : directory.find(address).then((found) => found?.device.type)
}

function statePublisher(deps: TelemetryDeps) {
  return (device: Parameters<typeof toDeviceState>[0], state: Parameters<typeof toDeviceState>[1]) =>
    deps.publishState(device, () => toDeviceState(device, state, deps.activeFaults(device.deviceId)))
}

function writerOf({ db, log, onOutage }: TelemetryDeps, marks: HourMarks, takings: Takings): UplinkWriter {
  return new UplinkWriter({
    store: async (batch, again) => {
      await marks.around(batch, (marked) => storeInPlace(db, marked, again))
      if (batch.shadows.length > 0) takings.noteStored()
    },
    onOutage: (down, error) => {
      if (down) log.error({ err: error }, 'the store refuses uplinks: nothing is acknowledged until it is back')
      else log.info('the store takes uplinks again')
      onOutage(down)
    },
    onRefused: (uplink, error) => {
      takings.noteRefused()
      const [first] = uplink.messages
      log.error({ err: error, deviceId: first?.deviceId, func: first?.func }, 'the store refuses what an uplink holds')
    },
    wait,
    paceMs: PACE_MS,
  })
}

function mountTelemetry(api: Api, { db, deviceFacts, activeFaults, decode }: TelemetryDeps): void {
  mountOperation(api, latest, async (input, { session }) => {
    const deviceId = await scopedDeviceId(db, session, input.deviceId)
    const { deptId, enabled } = await deviceFacts(deviceId)
    const state = await readState(db, { deviceId, deptId }, activeFaults(deviceId))
    return enabled ? state : { ...state, status: 'DISABLED' as const }
  })
  mountOperation(api, deviceStates, ({ deviceIds }, { session }) =>
    readStates(db, session, deviceIds.split(','), activeFaults),
  )
  mountOperation(api, history, async (input, { session }) => {
    const deviceId = await scopedDeviceId(db, session, input.deviceId)
    return historyOfPlace(db, session.scope, { deviceId, facts: await deviceFacts(deviceId) }, input)
  })
  const begin = defineSheet<HistorySheet>(api, exportHistory.audit, async (input, { session }) => {
    const deviceId = await scopedDeviceId(db, session, input.deviceId)
    return historySheet(db, { deviceId, scope: session.scope, input }, await deviceFacts(deviceId))
  })
  mountOperation(api, exportHistory, async (input, context) => ({ jobId: await begin(input, context) }))
  mountMessages(api, { db, decode })
}

/** Accepts conditions of a device that it did not report itself: what was seen of one that holds, null of one that is over. */
function conditionTeller({ db, ownersOf, observe }: TelemetryDeps, now: () => number) {
  return async (deviceId: string, code: string, trigger: FaultObservation | null): Promise<void> => {
    const owner = (await ownersOf([deviceId])).find((device) => device.deviceId === deviceId)
    if (!owner) return
    const holds = trigger !== null
    await tellCondition(db, { deviceId, code, holds, at: now(), trigger })
    observe(owner, { [code]: holds })
  }
}
