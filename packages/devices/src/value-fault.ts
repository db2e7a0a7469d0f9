import type { Metric, ValueFault } from '@sluice/contract'
import type { ReadingValue } from './device-type.ts'
import { metricOf } from './metric.ts'

/** A larger number of a vendor's own key is no measurement, and the sum of a few such numbers could exceed a double. */
const LARGEST = 1e100

/**
 * Why a value is invalid for its key (domain 3.1 rule 3); null for a good one. Nothing is converted here: reading a
 * message converts the spellings of its protocol. A vendor's own key may hold any storable value.
 */
export function valueFault(key: string, value: ReadingValue): ValueFault | null {
  return metricFault(metricOf(key), value)
}

/** The same of a value whose metric is known; undefined: a vendor's own key. */
export function metricFault(metric: Metric | undefined, value: ReadingValue): ValueFault | null {
  if (metric) return value === null ? 'NO_VALUE' : faultIn(metric, value)
  if (typeof value !== 'number') return null
  return Math.abs(value) <= LARGEST ? null : 'OUT_OF_RANGE'
}

function faultIn(metric: Metric, value: NonNullable<ReadingValue>): ValueFault | null {
  switch (metric.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'NOT_FLAG'
    case 'enum':
      return typeof value === 'string' && metric.values?.includes(value) ? null : 'UNKNOWN_WORD'
    case 'text':
      return typeof value === 'string' ? null : 'NOT_TEXT'
    default:
      return numberFault(metric, value)
  }
}

function numberFault({ kind, hardMin, hardMax }: Metric, value: NonNullable<ReadingValue>): ValueFault | null {
  if (typeof value !== 'number' || Number.isNaN(value)) return 'NOT_NUMBER'
  const isIn = value >= (hardMin ?? -LARGEST) && value <= (hardMax ?? LARGEST)
  if (!isIn) return 'OUT_OF_RANGE'
  return kind === 'integer' && !Number.isInteger(value) ? 'NOT_INTEGER' : null
}
