import { FUTURE_LIMIT_MS, type LiveReading } from './uplink.rules.ts'

/** The stamps of a device's last state, epoch ms. */
export interface Stamps {
  readings: Map<string, LiveReading>
  firstSeen: number | null
  lastSeen: number | null
  silentAfter: number | null
  conditionsAt: number | null
}

/** Well-synchronized clocks of two machines may differ by this much. */
export const SLACK_MS = 60_000

/**
 * Corrects a state's timestamps from a clock that was ahead (they become now, and `silentAfter` moves by as much), so
 * that later reports count as newer. Readings move further back, so that reports of stations with a slow clock are
 * newer too.
 */
export function forgetFuture(state: Stamps, now: number): void {
  if (state.lastSeen !== null && state.lastSeen > now + SLACK_MS) {
    if (state.silentAfter !== null) state.silentAfter -= state.lastSeen - now
    state.lastSeen = now
  }
  if (state.firstSeen !== null) state.firstSeen = Math.min(state.firstSeen, state.lastSeen ?? now)
  const { limit, past } = { limit: now + SLACK_MS, past: now - FUTURE_LIMIT_MS }
  if (state.conditionsAt !== null && state.conditionsAt > limit) state.conditionsAt = past
  for (const [key, reading] of state.readings) {
    const ahead = (reading.ts > limit || (reading.good?.ts ?? past) > limit) && movedTo(reading, limit, past)
    if (ahead) state.readings.set(key, ahead)
  }
}

function movedTo(reading: LiveReading, limit: number, past: number): LiveReading {
  const { ts, good } = reading
  const moved = { ...reading, ts: ts > limit ? past : ts }
  return good ? { ...moved, good: { v: good.v, ts: Math.min(good.ts, moved.ts) } } : moved
}

/** The clock was set by so much: silence that was normal for another minute is normal for a minute. */
export function moveSilence(state: Pick<Stamps, 'lastSeen' | 'silentAfter'>, byMs: number, now: number): void {
  if (state.silentAfter !== null) state.silentAfter += byMs
  if (byMs < 0 && state.lastSeen !== null) state.lastSeen = Math.min(state.lastSeen, now)
}
