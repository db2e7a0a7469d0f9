import { productPoints, type ProductPoint, productVocabulary } from '@sluice/contract'
import { useMemo } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { useAnswer } from '../../lib/api/answer.ts'
import { pointIn } from './points.ts'

const STALE_MS = 300_000
const SEES_PRODUCTS = ['product:list']
const SEES_DEVICES = ['device:list']

/** A metric as far as it is known without a product: at least its key. */
export type KnownMetric = Pick<ProductPoint, 'key' | 'kind' | 'unit' | 'decimals' | 'name' | 'values'>
interface OfProduct {
  productId: string
  points: readonly ProductPoint[]
}

/**
 * What products have beside the metrics of the platform, once each. Two that call different things by one key say
 * nothing about the unit of it.
 */
function ownMetrics(products: readonly OfProduct[], isKnown: (key: string) => boolean): KnownMetric[] {
  const found = new Map<string, KnownMetric>()
  for (const point of products.flatMap(({ points }) => points)) {
    const before = found.get(point.key)
    if (isKnown(point.key)) continue
    const isAlike = !before || (before.unit === point.unit && before.kind === point.kind)
    found.set(point.key, isAlike ? (before ?? point) : { key: point.key })
  }
  return [...found.values()]
}

/** A metric of a product where it has it, else as the platform knows it; nothing of an unknown one. */
type MetricOf = (key: string, productId?: string | null) => KnownMetric | undefined

interface MetricCatalogue {
  /** Those of the platform, then those that products have of their own, then those that ready models would have. */
  metrics: readonly KnownMetric[]
  ofProduct: (productId: string | null | undefined) => readonly KnownMetric[]
  metricOf: MetricOf
  /** Not all that the user may know of them is here yet. */
  pending: boolean
}

const NO_PRODUCTS: readonly OfProduct[] = []
const NO_METRICS: readonly KnownMetric[] = []

function catalogueOf(
  platform: readonly KnownMetric[],
  products: readonly OfProduct[],
  usual: readonly KnownMetric[],
): Omit<MetricCatalogue, 'pending'> {
  const keys = new Set(platform.map(({ key }) => key))
  const own = [...platform, ...ownMetrics(products, (key) => keys.has(key))]
  const owned = new Set(own.map(({ key }) => key))
  const metrics = [...own, ...usual.filter(({ key }) => !owned.has(key))]
  const ofProduct = (id: string | null | undefined) =>
    (id && products.find(({ productId }) => productId === id)?.points) || NO_METRICS
  const metricOf: MetricOf = (key, productId) => pointIn(ofProduct(productId), key) ?? pointIn(metrics, key)
  return { metrics, ofProduct, metricOf }
}

/** Every metric that a limit can be about, as far as the user may know it. */
export function useMetricCatalogue(): MetricCatalogue {
  const asked = { follows: ['product'], silent: true, staleMs: STALE_MS }
  const vocabulary = useAnswer(productVocabulary, usePermission(SEES_PRODUCTS) ? {} : null, asked)
  const known = useAnswer(productPoints, usePermission(SEES_DEVICES) ? {} : null, asked)
  const platform = vocabulary.data?.metrics ?? NO_METRICS
  const usual = vocabulary.data?.usual ?? NO_METRICS
  const products = known.data ?? NO_PRODUCTS
  const catalogue = useMemo(() => catalogueOf(platform, products, usual), [platform, products, usual])
  return { ...catalogue, pending: vocabulary.isLoading || known.isLoading }
}
