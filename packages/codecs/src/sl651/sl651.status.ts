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

/** The bits of element 45, given as its 8 hex digits. */
export function sl651Status(raw: string): Record<Sl651StatusBit, boolean> {
  const bits = Number.parseInt(raw, 16)
  const status = {} as Record<Sl651StatusBit, boolean>
  for (const [bit, name] of SL651_STATUS_BITS.entries()) status[name] = ((bits >>> bit) & 1) === 1
  return status
}

/** The 8 hex digits of element 45 with the given bits set. */
export function sl651StatusHex(set: readonly Sl651StatusBit[]): string {
  let bits = 0
  for (const name of set) bits |= 1 << SL651_STATUS_BITS.indexOf(name)
  return bits.toString(16).toUpperCase().padStart(8, '0')
}

/** What the counters of function 50 count, in order; the remaining ones are spare. */
export const SL651_EVENT_COUNTERS = [
  'historyCleared',
  'parameterChanged',
  'stateBitChanged',
  'sensorFault',
  'passwordChanged',
  'terminalFault',
  'acLost',
  'batteryLow',
  'boxOpened',
  'pumpFault',
  'remainingWater',
  'levelOverLimit',
  'pressureOverLimit',
  'qualityOverLimit',
  'dataError',
  'sent',
  'received',
  'sendError',
] as const
