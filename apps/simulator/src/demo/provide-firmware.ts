import { createRandom, seedOf } from '../random.ts'
import { type PlatformApi, Refusal } from './platform-api.ts'
import type { DemoFirmware, DemoStation } from './world.types.ts'

const FILE_BYTES = 200 * 1024
const REMARK = '演示数据（模拟器）'
/** A few first, then all: small enough a first wave that somebody watches it, large enough for one to fail in it. */
const ROLLOUT = { waves: '4, 50%, 100%', pauseMinutes: 0, maxFailurePct: 50, timeoutHours: 24 }

interface Ids {
  products: ReadonlyMap<string, string>
  /** The department that the county's roll-outs are of. */
  deptId: string | undefined
}

/** The same file at every start: nothing that a device could run. */
function fileOf({ title, version }: DemoFirmware): string {
  const random = createRandom(seedOf(0, `${title} ${version}`))
  const bytes = Buffer.alloc(FILE_BYTES)
  for (let at = 0; at < FILE_BYTES; at++) bytes[at] = Math.floor(random.next() * 256)
  bytes.write(`${title} ${version}\0`, 0)
  return bytes.toString('base64')
}

/**
 * Brings the firmware of the county, releases what is to be rolled out, and begins its roll-out; what is there stays as it
 * is. An installation that takes signed firmware only gets none.
 */
export async function provideFirmware(api: PlatformApi, wanted: readonly DemoFirmware[], ids: Ids): Promise<void> {
  if (wanted.length === 0) return
  const rows = await api.all('/device/v1/firmware/page')
  const known = new Set(rows.map((row) => `${String(row['title'])} ${String(row['versionName'])}`))
  for (const one of wanted) {
    if (known.has(`${one.title} ${one.version}`)) continue
    try {
      await provideOne(api, one, ids)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
}

async function provideOne(api: PlatformApi, one: DemoFirmware, { products, deptId }: Ids): Promise<void> {
  const { title, version: versionName, productNo, note, rollout } = one
  const file = { name: `${title}-${versionName}.bin`, accept: 'firmware', content: fileOf(one) }
  const { id: fileId } = (await api.post('/security/v1/file/upload', file)) as { id: string }
  const values = { productId: products.get(productNo), title, versionName, file: [fileId], note: `${note}。${REMARK}` }
  const { id: firmwareId } = (await api.post('/device/v1/firmware/insert', values)) as { id: string }
  if (!rollout) return
  await api.post('/device/v1/firmware/release', { id: firmwareId, version: 0 })
  const plan = { ...ROLLOUT, name: rollout, deptId, firmwareId }
  const { id } = (await api.post('/device/v1/firmwareRollout/insert', plan)) as { id: string }
  await api.post('/device/v1/firmwareRollout/start', { id, version: 0 })
}

/** What each device said last that it runs, by its id: a restart of the demo flashes nothing back. */
export async function runningVersions(api: PlatformApi): Promise<ReadonlyMap<string, string>> {
  const rows = await api.all('/device/v1/firmwareDevice/page')
  return new Map(
    rows.flatMap(({ deviceId, currentVersion }) =>
      typeof currentVersion === 'string' ? [[String(deviceId), currentVersion]] : [],
    ),
  )
}

/** The station with the version that it was brought to. */
export function withVersion(station: DemoStation, version: string | undefined): DemoStation {
  const { carrier } = station
  if (version === undefined || carrier.protocol !== 'TB_MQTT' || !carrier.planned.firmware) return station
  const firmware = { ...carrier.planned.firmware, version }
  return { ...station, carrier: { ...carrier, planned: { ...carrier.planned, firmware } } }
}
