import { productPoints, type ProductPoint } from '@sluice/contract'
import { useAnswer } from '../../lib/api/answer.ts'
import type { MetricFace } from '../../lib/text/reading-format.ts'

const NO_POINTS: readonly ProductPoint[] = []
const STALE_MS = 300_000

function useProducts(productId: string | null | undefined) {
  return useAnswer(productPoints, productId ? {} : null, { follows: ['product'], silent: true, staleMs: STALE_MS })
}

/** The points of a product in its order; none until they are known, or for a device without a product. */
export function usePoints(productId: string | null | undefined): readonly ProductPoint[] {
  const products = useProducts(productId)
  return products.data?.find((product) => product.productId === productId)?.points ?? NO_POINTS
}

/** Whether the points of a product are still on their way: what they order and name is not drawn before. */
export function usePointsPending(productId: string | null | undefined): boolean {
  return useProducts(productId).isLoading
}

/** The point of a key; a channel of a metric (`outletPressure.2`) is written as the metric is. */
export function pointIn<P extends { key: string }>(points: readonly P[], key: string): P | undefined {
  const base = key.split('.')[0]
  return points.find((point) => point.key === key) ?? points.find((point) => point.key === base)
}

/** What is no point of the product has no face. */
export function faceIn(points: readonly ProductPoint[], key: string): MetricFace {
  return pointIn(points, key) ?? {}
}

/** How the values of a device are written: by the points of its product, and by nothing else. */
export function useFaces(productId: string | null | undefined): (key: string) => MetricFace {
  const points = usePoints(productId)
  return (key) => faceIn(points, key)
}
