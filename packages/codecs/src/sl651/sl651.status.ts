/** Bits of element 45, bit 0 first. Each name says what 1 means. */
export const SL651_STATUS_BITS = [
  'acLost',
  'batteryLow',
  'levelOverLimit',
  'flowOverLimit',
  'qualityOverLimit',
  'flowMeterFault',
  'levelMeterFault',
  'doorClosed',
  'memoryFault',
  'icCardActive',
  'pumpStopped',
  'remainingWaterAlarm',
] as const

export type Sl651StatusBit = (typeof SL651_STATUS_BITS)[number]

/** The 8 hex digits of element 45 with the given bits set. */
export function sl651StatusHex(set: readonly Sl651StatusBit[]): string {
  let bits = 0
  for (const name of set) bits |= 1 << SL651_STATUS_BITS.indexOf(name)
  return bits.toString(16).toUpperCase().padStart(8, '0')
}
