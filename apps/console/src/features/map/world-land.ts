import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** The continents, without any border (stack.md: those of the data are unfit for publication in China). Loaded once. */
export async function loadWorldLand(): Promise<unknown> {
  const { default: world } = await import('world-atlas/land-50m.json')
  const topology = world as unknown as Topology<{ land: GeometryCollection }>
  return feature(topology, topology.objects.land)
}
