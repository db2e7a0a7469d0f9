import type { LayerSpecification } from 'maplibre-gl'
import type { LandColours } from './map-colours.ts'

/** The name of the arrow's image. */
export const FLOW_ARROW = 'flow-arrow'

/** Zooms from which arrows are drawn on lines of each rank, because they then fit. */
const FROM_ZOOM = { main: 11, branch: 12.5, minor: 13.5 } as const
const SPACING_PX = 96

const ex = (value: unknown) => value as never

/** Arrows of one direction; only lines whose state says so (`setFlows`) show them. */
function arrows(id: string, sense: 1 | -1, colour: string): LayerSpecification {
  const runs = ['==', ['feature-state', 'sense'], sense]
  const rank = (...ranks: string[]) => ['in', ['coalesce', ['get', 'rank'], 'BRANCH'], ['literal', ranks]]
  const of = (...ranks: string[]) => ['case', ['all', runs, rank(...ranks)], 1, 0]
  const { main, branch, minor } = FROM_ZOOM
  return {
    id,
    type: 'symbol',
    source: 'land',
    minzoom: main,
    filter: ex(['in', ['get', 'kind'], ['literal', ['CANAL', 'PIPE']]]),
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': SPACING_PX,
      'icon-image': FLOW_ARROW,
      'icon-rotate': sense === 1 ? 0 : 180,
      'icon-rotation-alignment': 'map',
      'icon-keep-upright': false,
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'icon-size': ex(['interpolate', ['linear'], ['zoom'], main, 0.8, 16, 1.25]),
    },
    paint: {
      'icon-color': colour,
      'icon-opacity': ex([
        'step',
        ['zoom'],
        of('MAIN'),
        branch,
        of('MAIN', 'BRANCH'),
        minor,
        of('MAIN', 'BRANCH', 'MINOR'),
      ]),
    },
  }
}

/**
 * The direction of flow, where a reading proves it (docs/spec/look.md#5). The arrows do not move, so reduced motion
 * needs no variant.
 */
export function flowLayers(c: LandColours): LayerSpecification[] {
  return [arrows('flow', 1, c.flow), arrows('flow-back', -1, c.flow)]
}
