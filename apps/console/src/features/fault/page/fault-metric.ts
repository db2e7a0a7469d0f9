/** What a fault is about where nothing says which value raised it: a device that judges for itself tells the code alone. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  C03: ['csq'],
  P01: ['batteryV', 'batteryPct'],
  P02: ['batteryV', 'batteryPct'],
  V01: ['current', 'opening'],
  V02: ['current'],
  V04: ['opening'],
  V05: ['opening'],
  V06: ['opening'],
  V07: ['inletPressure'],
  V08: ['inletPressure'],
  V09: ['outletPressure'],
  V10: ['outletPressure'],
  V11: ['flow', 'opening'],
  V12: ['flow'],
  V13: ['flow', 'inletPressure'],
  H01: ['inletPressure'],
  L03: ['voltageA'],
  G02: ['level'],
  G03: ['level'],
  S03: ['level'],
  S05: ['level'],
  S06: ['flow'],
}

const base = (key: string) => key.split('.')[0]!

/** The metrics of a device that its fault is about, the one that raised it first; those of all channels where no channel is named. */
export function metricsAbout(code: string, raised: string | undefined, keys: readonly string[]): string[] {
  const about = ABOUT[code] ?? []
  const first = keys.filter((key) => key === raised)
  return [...first, ...about.flatMap((metric) => keys.filter((key) => base(key) === metric && key !== raised))]
}
