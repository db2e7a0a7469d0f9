/**
 * How a metric's value is written: fixed decimals, real minus sign, thousands comma, a dash for no value
 * (docs/spec/look.md#2.5).
 */
export interface MetricFace {
  unit?: string | undefined
  decimals?: number | undefined
}

const FACES: Readonly<Record<string, Required<MetricFace>>> = {
  batteryV: { unit: 'V', decimals: 2 },
  inletPressure: { unit: 'MPa', decimals: 3 },
  outletPressure: { unit: 'MPa', decimals: 3 },
  pressure: { unit: 'MPa', decimals: 3 },
  flow: { unit: 'm³/h', decimals: 2 },
  totalVolume: { unit: 'm³', decimals: 2 },
  remainWater: { unit: 'm³', decimals: 2 },
  hourVolume: { unit: 'm³', decimals: 2 },
  level: { unit: 'm', decimals: 3 },
  opening: { unit: '%', decimals: 0 },
  rain: { unit: 'mm', decimals: 1 },
  rainTotal: { unit: 'mm', decimals: 1 },
  csq: { unit: '', decimals: 0 },
}

export function metricFace(key: string, given: MetricFace = {}): MetricFace {
  const known = FACES[key]
  return { unit: given.unit ?? known?.unit, decimals: given.decimals ?? known?.decimals }
}

/** Creating a format costs more than using it a thousand times; there is one per number of decimals in use. */
const formats = new Map<number | undefined, Intl.NumberFormat>()

function formatOf(decimals: number | undefined): Intl.NumberFormat {
  const known = formats.get(decimals)
  if (known) return known
  const digits =
    decimals === undefined
      ? { maximumFractionDigits: 3 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const made = new Intl.NumberFormat('en-US', digits)
  formats.set(decimals, made)
  return made
}

/** Larger numbers are written with an exponent: they do not fit, and no meter measures them. */
const LARGEST_IN_FULL = 1e15

export function formatNumber(value: number, decimals?: number): string {
  const text = Math.abs(value) < LARGEST_IN_FULL ? formatOf(decimals).format(value) : value.toExponential(3)
  return text.replace(/^-/, '−')
}

export const MISSING = '—'
