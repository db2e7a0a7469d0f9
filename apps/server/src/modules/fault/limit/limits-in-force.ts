import { type LimitsByKey, limitsInForce } from '@sluice/devices'
import type { StoredLimit } from './alarm-limit.store.ts'

/** What is asked of a device to know which limits apply to it. */
export interface LimitedDevice {
  deviceId: string
  productNo: string
  type: { deviceTypeCode: string }
}

export interface LimitsDeps {
  load(): Promise<StoredLimit[]>
  /** Those of these groups that each of these devices belongs to; devices in none are omitted. */
  groupsOf(deviceIds: readonly string[], groupIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
}

/** All limits, by what they apply to. */
interface Table {
  byTarget: ReadonlyMap<string, readonly StoredLimit[]>
  groupIds: readonly string[]
  /** Made ready once for all devices of a type and a product that have none of their own. */
  usual: Map<string, LimitsByKey | undefined>
}

const placeOf = (scope: StoredLimit['scope'], target: string) => `${scope} ${target}`

/** The alarm limits in the memory of this process. */
export class Limits {
  readonly #deps: LimitsDeps
  #table: Promise<Table> | undefined

  constructor(deps: LimitsDeps) {
    this.#deps = deps
  }

  /** They changed: they are read again when next asked for. */
  forget(): void {
    this.#table = undefined
  }

  /** The limits in force for each of these devices; those without any are omitted. */
  async of(devices: readonly LimitedDevice[]): Promise<Map<string, LimitsByKey>> {
    const table = await this.#read()
    const groups =
      table.groupIds.length > 0 && devices.length > 0
        ? await this.#deps.groupsOf(
            devices.map(({ deviceId }) => deviceId),
            table.groupIds,
          )
        : new Map<string, readonly string[]>()
    const found = new Map<string, LimitsByKey>()
    for (const device of devices) {
      const limits = inForce(table, device, groups.get(device.deviceId) ?? [])
      if (limits) found.set(device.deviceId, limits)
    }
    return found
  }

  /** A failed read is not kept. */
  #read(): Promise<Table> {
    const table = (this.#table ??= this.#deps.load().then(tableOf))
    table.catch(() => {
      if (this.#table === table) this.#table = undefined
    })
    return table
  }
}

function tableOf(limits: readonly StoredLimit[]): Table {
  const byTarget = Map.groupBy(limits, ({ scope, target }) => placeOf(scope, target))
  const groupIds = [...new Set(limits.flatMap(({ scope, target }) => (scope === 'GROUP' ? [target] : [])))]
  return { byTarget, groupIds, usual: new Map() }
}

function inForce(
  { byTarget, usual }: Table,
  { deviceId, productNo, type: { deviceTypeCode } }: LimitedDevice,
  groupIds: readonly string[],
): LimitsByKey | undefined {
  const own = byTarget.get(placeOf('DEVICE', deviceId)) ?? []
  const ofGroups = groupIds.flatMap((id) => byTarget.get(placeOf('GROUP', id)) ?? [])
  const wide = () => [
    ...(byTarget.get(placeOf('TYPE', deviceTypeCode)) ?? []),
    ...(byTarget.get(placeOf('PRODUCT', productNo)) ?? []),
  ]
  if (own.length + ofGroups.length > 0) return limitsInForce([...wide(), ...ofGroups, ...own])
  const kind = `${deviceTypeCode} ${productNo}`
  if (!usual.has(kind)) usual.set(kind, limitsInForce(wide()))
  return usual.get(kind)
}
