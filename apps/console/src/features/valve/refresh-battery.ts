import { slaveBattery, valveSlaveResource } from '@sluice/contract'
import { keepDeviceStates, knownState } from '../../domain/state/device-state-store.ts'
import { call } from '../../lib/api/api.ts'
import { toast } from '../../lib/page/toast.ts'
import { formatNumber, MISSING } from '../../lib/text/reading-format.ts'
import { t } from '../../lib/text/text.ts'
import { showTime } from '../../lib/time/clock.ts'

/** Asks for the battery of one valve, says it, and brings the row up to it. A dropped line says nothing (ER-10). */
export async function refreshBattery(deviceId: string, name: string): Promise<void> {
  const askedAt = Date.now()
  const { batteryV, batteryPct, ts } = await call(slaveBattery, { deviceId })
  if (ts === null) return toast('info', t('valve.noBattery', { name }))
  const { unit, decimals } = valveSlaveResource.fields.batteryV
  const volts = batteryV === null ? MISSING : `${formatNumber(batteryV, decimals)} ${unit}`
  const percent = batteryPct === null ? MISSING : `${formatNumber(batteryPct, 0)} %`
  toast('info', t('valve.batteryNow', { name, volts, percent, time: showTime(ts) }))
  const known = knownState(deviceId)
  if (!known) return
  // What the row shows already has a time of its own.
  const told = Object.entries({ batteryV, batteryPct }).flatMap(([key, v]) =>
    v === null || known.values[key]?.v === v ? [] : [[key, { v, ts, q: 'GOOD' as const }] as const],
  )
  keepDeviceStates([{ ...known, values: { ...known.values, ...Object.fromEntries(told) } }], askedAt)
}
