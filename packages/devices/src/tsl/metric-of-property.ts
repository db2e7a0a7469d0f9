import type { Metric, Tsl } from '@sluice/contract'
import { metricOf } from '../metric.ts'
import { boundsIn, boundsOfEnum, decimalsIn, specsOf, unitIn, wordsIn } from './tsl-specs.ts'

export type Property = Tsl['properties'][number]

/** What a property is here, and whether that is a metric of the product's own; null where its data type has no counterpart. */
export function metricOfProperty(property: Property): { metric: Metric; own: boolean } | null {
  const wanted = metricIn(property)
  return wanted && ofPlatform(wanted)
}

/** A letter first, then letters, digits and underscores, as names of values are. */
function keyOf(identifier: string): string {
  const plain = identifier.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^[^A-Za-z]+/, '')
  return (plain === '' ? 'value' : plain[0]!.toLowerCase() + plain.slice(1)).slice(0, 36)
}

function metricIn(property: Property): Metric | null {
  const { identifier, dataType } = property
  const specs = specsOf(dataType)
  const described = { key: keyOf(identifier), name: wordsIn(property), unit: '', decimals: 0 }
  switch (dataType.type) {
    case 'bool':
      return { ...described, kind: 'boolean' }
    case 'text':
      return { ...described, kind: 'text' }
    case 'enum':
      // Its devices report numbers, which have no words in a report of ThingsBoard.
      return { ...described, kind: 'integer', ...hard(boundsOfEnum(specs)) }
    case 'int':
    case 'float':
    case 'double': {
      const kind = dataType.type === 'int' ? 'integer' : 'number'
      const decimals = kind === 'integer' ? 0 : decimalsIn(specs)
      return { ...described, kind, unit: unitIn(specs) ?? '', decimals, ...hard(boundsIn(specs)) }
    }
    default:
      return null
  }
}

function hard({ min, max }: { min?: number; max?: number }): Pick<Metric, 'hardMin' | 'hardMax'> {
  return { ...(min === undefined ? {} : { hardMin: min }), ...(max === undefined ? {} : { hardMax: max }) }
}

/** The platform's metric where key, kind and unit agree, at most narrowed; else one of its own, under a name that is free. */
function ofPlatform(wanted: Metric): { metric: Metric; own: boolean } {
  const common = metricOf(wanted.key)
  if (!common) return { metric: wanted, own: true }
  if (common.kind !== wanted.kind || common.unit !== wanted.unit || common.kind === 'enum')
    return { metric: { ...wanted, key: `${wanted.key}_own` }, own: true }
  const { hardMin: low = -Infinity, hardMax: high = Infinity } = common
  const { hardMin = low, hardMax = high } = wanted
  const isNarrower = hardMin <= hardMax && (hardMin > low || hardMax < high) && hardMin <= high && hardMax >= low
  if (!isNarrower) return { metric: common, own: false }
  const narrowed = { min: Math.max(low, hardMin), max: Math.min(high, hardMax) }
  return { metric: { ...common, ...hard(finite(narrowed)) }, own: true }
}

function finite({ min, max }: { min: number; max: number }): { min?: number; max?: number } {
  return { ...(Number.isFinite(min) ? { min } : {}), ...(Number.isFinite(max) ? { max } : {}) }
}
