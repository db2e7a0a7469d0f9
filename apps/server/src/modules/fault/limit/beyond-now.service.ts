import { type BeyondValue, beyondLimits } from '@sluice/devices'
import { DEFAULT_ZONE } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import { valuesNow } from './beyond-now.store.ts'
import type { Limits } from './limits-in-force.ts'
import type { PreviewDeps } from './preview.service.ts'

/** The values of a device that are beyond a limit in force now, whether or not they have been for long enough. */
export async function beyondLimitsOf(
  { db, clock, zonesOf }: { db: Database; clock: Clock } & Pick<PreviewDeps, 'zonesOf'>,
  limits: Limits,
  deviceId: string,
): Promise<BeyondValue[]> {
  const device = await valuesNow(db, deviceId)
  if (!device) return []
  const { productNo, deviceTypeCode, values, bad } = device
  const [inForce, zones] = [
    await limits.of([{ deviceId, productNo, type: { deviceTypeCode } }]),
    await zonesOf([deviceId]),
  ]
  const at = { ts: clock.now().getTime(), zone: zones.get(deviceId) ?? DEFAULT_ZONE }
  const found = beyondLimits(inForce.get(deviceId), { ...at, values, bad })
  // How long it would have to last is no part of what is wrong now.
  return found.map(({ v, rule: { key, op, value, value2, equals } }) => ({
    v,
    rule: { key, op, value, value2, equals },
  }))
}
