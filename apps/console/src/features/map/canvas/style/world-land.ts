import { feature } from 'topojson-client'

/** The used part of the file: the one object with all land. */
interface WorldAtlas {
  objects: { land: object }
}

/** The continents, without borders (those of the data are unfit for publication in China). Loaded once. */
export async function loadWorldLand(): Promise<unknown> {
  const { default: world } = await import('world-atlas/land-50m.json')
  // The package's own types come from a third package that nothing else here needs.
  return feature(world as never, (world as WorldAtlas).objects.land as never)
}
