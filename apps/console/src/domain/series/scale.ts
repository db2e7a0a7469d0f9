/** Metrics whose scale must start at zero (docs/spec/look.md#4). */
const ZERO_BASED: readonly string[] = ['flow', 'opening', 'hourVolume', 'totalVolume', 'rain', 'rainDay']
/** Metrics that keep a value until they report the next. */
const STEPPED: readonly string[] = ['valveState', 'opening', 'pumpState']
/** Upstream is always c1, downstream c2, flow c3 (docs/spec/look.md#4). */
const PLACES: Readonly<Record<string, number>> = { inletPressure: 0, outletPressure: 1, flow: 2, opening: 0 }

const base = (key: string) => key.split('.')[0]!

export const isZeroBased = (key: string): boolean => ZERO_BASED.includes(base(key))

export const isStepped = (key: string): boolean => STEPPED.includes(base(key))

/** The place of a metric's colour among those of series; undefined where it has none of its own. */
export const colourPlace = (key: string): number | undefined => PLACES[base(key)]
