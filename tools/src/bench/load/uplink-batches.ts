import { deviceTypeOf } from '@sluice/devices'
import { DEFAULT_ZONE } from '@sluice/kit'
import { sl651 } from '@sluice/codecs'
import { uplinkOf } from '@sluice/server/src/gateways/sl651/sl651.conversation.ts'
import { HourMarks } from '@sluice/server/src/modules/telemetry/uplink/hour-marks.ts'
import { StationDirectory } from '@sluice/server/src/modules/telemetry/uplink/uplink.directory.ts'
import { UplinkPipeline } from '@sluice/server/src/modules/telemetry/uplink/uplink.pipeline.ts'
import type { UplinkBatch } from '@sluice/server/src/modules/telemetry/uplink/uplink.store.ts'
import { UplinkWriter } from '@sluice/server/src/modules/telemetry/uplink/uplink.writer.ts'
import type { FleetStation } from './fleet.ts'
import { frameOf, reportOf } from './reports.ts'

export const BATCH_REPORTS = 1000

/** Turns reports from bytes into the batches that the product passes to its store, with the product's own pipeline. */
export interface BatchMaker {
  /**
   * `count` batches of a thousand reports; each batch holds reports of `stationsPerBatch` stations. Report n of a
   * station is n seconds after `from` (epoch ms).
   */
  make(shape: { from: number; count: number; stationsPerBatch: number }): Promise<UplinkBatch[]>
}

export function createBatchMaker(fleet: readonly FleetStation[]): BatchMaker {
  const taken: UplinkBatch[] = []
  const marks = new HourMarks(Date.now)
  const take = async (batch: UplinkBatch) => {
    const shadows = batch.shadows.map((shadow) => ({ ...shadow, readings: new Map(shadow.readings) }))
    taken.push({ ...batch, shadows })
  }
  const writer = new UplinkWriter({
    store: (batch) => marks.around(batch, take),
    onOutage: (_down, error) => {
      throw error
    },
    onRefused: (_uplink, error) => {
      throw error
    },
    wait: async () => undefined,
  })
  const pipeline = new UplinkPipeline({
    directory: directoryOf(fleet),
    writer,
    noteUnknown: ({ address }) => {
      throw new Error(`${address} is not registered`)
    },
    isFault: () => false,
    otherTime: () => undefined,
    publish: () => undefined,
  })
  const serials = fleet.map(() => 0)
  let next = 0

  async function accept(n: number, from: number, receivedAt: number): Promise<void> {
    const serial = ++serials[n]!
    const message = reportOf(fleet[n]!.address, serial, from + serial * 1000, 10 + (serial % 1000) / 1000)
    const raw = frameOf(message)
    const decoded = sl651.decode(raw)
    if (decoded.ok) await pipeline.accept(uplinkOf(decoded.value, [raw], receivedAt, '127.0.0.1:1'))
  }

  return {
    async make({ from, count, stationsPerBatch }) {
      taken.length = 0
      const now = Date.now()
      for (let batch = 0; batch < count; batch++) {
        const reports = Array.from({ length: BATCH_REPORTS }, (_, k) =>
          accept((next + (k % stationsPerBatch)) % fleet.length, from, now + batch * 10),
        )
        next += stationsPerBatch
        await Promise.all(reports)
      }
      return taken.splice(0)
    },
  }
}

function directoryOf(fleet: readonly FleetStation[]): StationDirectory {
  const type = deviceTypeOf('SL651-LEVEL')
  if (!type) throw new Error('there is no level station any more')
  const byAddress = new Map(fleet.map((station) => [station.address, station]))
  return new StationDirectory({
    findStations: async (addresses) =>
      addresses.flatMap((address) => {
        const station = byAddress.get(address)
        if (!station) return []
        const { deviceId, deptId } = station
        const common = { type, productNo: type.productNo, enabled: true, zone: DEFAULT_ZONE, corrections: null }
        const device = { deviceId, deptId, ...common, reportIntervalS: type.reportIntervalS }
        return [{ address, password: null, device, channels: [] }]
      }),
    loadStates: async () => new Map(),
    loadIdentities: async () => new Map(),
    loadCounters: async () => new Map(),
    loadLimits: async () => new Map(),
    loadUsual: async () => new Map(),
    elapsed: () => performance.now(),
    wait: async () => undefined,
    onFailure: (error) => {
      throw error
    },
  })
}
