import type { Words } from '@sluice/contract'

/** How the values of a metric are written: as the point of the device's product says. */
export interface MetricFace {
  unit?: string | undefined
  decimals?: number | undefined
  /** What its product calls it. */
  name?: Words | undefined
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
  // What rounds to nothing has no sign.
  const made = new Intl.NumberFormat('en-US', { ...digits, signDisplay: 'negative' })
  formats.set(decimals, made)
  return made
}

/** Larger numbers are written with an exponent: they do not fit, and no meter measures them. */
const LARGEST_IN_FULL = 1e15

/** Fixed decimals, real minus sign, thousands comma (docs/spec/look.md#2.5). */
export function formatNumber(value: number, decimals?: number): string {
  const text = Math.abs(value) < LARGEST_IN_FULL ? formatOf(decimals).format(value) : value.toExponential(3)
  return text.replace(/^-/, '−')
}

/** Written where there is no value. */
export const MISSING = '—'
