import type { LngLat, RepairRow } from '@sluice/contract'
import { metresBetween } from '../../../domain/metres.ts'

type Order = Pick<RepairRow, 'id' | 'place' | 'status' | 'level'>

/** An order on the way, with how far it is from the one before it; null where that is not known. */
export interface Stop<O extends Order> {
  order: O
  metres: number | null
}

/** Whoever is there already begins there. */
const AT_WORK: readonly Order['status'][] = ['ON_SITE', 'REPAIRING']
const MOST_URGENT = 4

/** Where the way begins without a position of the telephone: the order that is being worked on. */
export function placeOfWork(orders: readonly Order[]): LngLat | null {
  return orders.find(({ status, place }) => AT_WORK.includes(status) && place !== null)?.place ?? null
}

/**
 * Orders by the way from one to the next nearest, the most urgent ones first; those without a place follow as they came, which is
 * by the time that is left. Without a beginning nothing is moved.
 */
export function byWay<O extends Order>(orders: readonly O[], from: LngLat | null): Stop<O>[] {
  if (!from) return orders.map((order) => ({ order, metres: null }))
  const stops: Stop<O>[] = []
  let at = from
  const groups = [
    orders.filter(({ level }) => level >= MOST_URGENT),
    orders.filter(({ level }) => level < MOST_URGENT),
  ].map((group) => group.filter(({ place }) => place !== null))
  for (const group of groups) {
    const left = [...group]
    while (left.length > 0) {
      const metres = left.map(({ place }) => metresBetween(at, place!))
      const next = metres.indexOf(Math.min(...metres))
      const [order] = left.splice(next, 1)
      stops.push({ order: order!, metres: metres[next]! })
      at = order!.place!
    }
  }
  return [...stops, ...orders.filter(({ place }) => place === null).map((order) => ({ order, metres: null }))]
}

/** How long the whole way is, m. */
export const wayOf = (stops: readonly Stop<Order>[]): number =>
  stops.reduce((sum, { metres }) => sum + (metres ?? 0), 0)
