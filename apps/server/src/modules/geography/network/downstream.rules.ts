import type { NetworkEdge } from '../isolation/isolation.rules.ts'

/** Where a walk along the water stands: on an edge, at a distance from its start. */
interface Place {
  edge: NetworkEdge
  atM: number
}

/** How far a place lies ahead of another on its edge, along the water; null where its direction is not known. */
function aheadM({ edge, atM }: Place, otherM: number): number | null {
  if (edge.flow === 'FORWARD') return otherM - atM
  return edge.flow === 'BACKWARD' ? atM - otherM : null
}

const isAhead = (place: Place, otherM: number): boolean => (aheadM(place, otherM) ?? -1) >= 0

/** The devices on edges that get their water past one, as far as the directions of flow are known. */
export function downstreamOf(edges: readonly NetworkEdge[], deviceId: string): string[] {
  const joined = Map.groupBy(
    edges.flatMap((edge) => edge.joints.map(({ node, atM }) => ({ node, edge, atM }))),
    ({ node }) => node,
  )
  const starts = edges.flatMap((edge) =>
    edge.valves.filter((valve) => valve.deviceId === deviceId).map(({ atM }) => ({ edge, atM })),
  )
  const found = new Set<string>()
  const seen = new Set<string>()
  // The list is walked while it grows.
  const places: Place[] = [...starts]
  for (const place of places) {
    for (const valve of place.edge.valves) if (isAhead(place, valve.atM)) found.add(valve.deviceId)
    for (const { node, atM } of place.edge.joints) {
      if (!isAhead(place, atM) || seen.has(node)) continue
      seen.add(node)
      places.push(...joined.get(node)!.filter(({ edge }) => edge !== place.edge))
    }
  }
  found.delete(deviceId)
  return [...found]
}
