/** The bitmap of a station as it last reported it, and when (epoch ms, the earlier of its clock and ours). */
export interface ReportedSwitches {
  states: readonly boolean[]
  at: number
}

/** A command of another device of the station that ended without proof: its valve may have moved since. */
export interface UnconfirmedChange {
  deviceId: string
  at: number
}

/**
 * The switches that a frame for one device may repeat; null where they are not known well enough: never reported, too
 * old, or reported before another valve of the station was left unproven, which the frame would move back.
 */
export function repeatable(
  reported: ReportedSwitches | null,
  unconfirmed: readonly UnconfirmedChange[],
  given: { deviceId: string; now: number; maxAgeMs: number },
): readonly boolean[] | null {
  // A report from the future was stamped by a clock that was ahead: its age is unknown.
  if (!reported || Math.abs(given.now - reported.at) > given.maxAgeMs) return null
  const isUnconfirmed = unconfirmed.some(({ deviceId, at }) => deviceId !== given.deviceId && at >= reported.at)
  return isUnconfirmed ? null : reported.states
}
