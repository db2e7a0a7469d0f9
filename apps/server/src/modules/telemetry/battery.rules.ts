import type { OutputOf, slaveBattery } from '@sluice/contract'
import type { LiveReading } from './uplink/uplink.rules.ts'

/** The battery among the last readings of a device: a BAD value gives way to the good one beneath it. */
export function batteryOf(
  deviceId: string,
  readings: ReadonlyMap<string, Pick<LiveReading, 'v' | 'ts' | 'q' | 'good'>>,
): OutputOf<typeof slaveBattery> {
  const good = (key: string) => {
    const last = readings.get(key)
    const one = last?.q === 'BAD' ? last.good : last
    return typeof one?.v === 'number' ? { v: one.v, ts: one.ts } : null
  }
  const [volts, percent] = [good('batteryV'), good('batteryPct')]
  const ts = Math.max(volts?.ts ?? Number.NEGATIVE_INFINITY, percent?.ts ?? Number.NEGATIVE_INFINITY)
  return {
    deviceId,
    batteryV: volts?.v ?? null,
    batteryPct: percent?.v ?? null,
    ts: Number.isFinite(ts) ? new Date(ts).toISOString() : null,
  }
}
