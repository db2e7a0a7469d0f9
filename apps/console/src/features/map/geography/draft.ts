import { GEO_SHAPES, type GeoKind, type Geometry, type GeoPosition } from '@sluice/contract'

export type DraftShape = 'Point' | 'LineString' | 'Polygon'

/** A drawing in progress: its corners, and its state before each step. */
export interface Draft {
  shape: DraftShape
  positions: readonly GeoPosition[]
  /** Corners are still being added at the end. */
  growing: boolean
  past: readonly Moment[]
  /** Undone steps, the next to redo first; a new step clears them. */
  future: readonly Moment[]
}

interface Moment {
  positions: readonly GeoPosition[]
  growing: boolean
}

export type DraftStep =
  | { do: 'add'; at: GeoPosition }
  | {
      do: 'move'
      index: number
      at: GeoPosition /** Further positions of the same drag are one step. */
      more?: boolean
    }
  | { do: 'insert'; index: number; at: GeoPosition }
  | { do: 'remove'; index: number }
  | { do: 'end' }
  | { do: 'undo' }
  | { do: 'redo' }

const PAST = 100

export function startDraft(shape: DraftShape): Draft {
  return { shape, positions: [], growing: true, past: [], future: [] }
}

/**
 * An existing feature whose corners can be dragged: one line, one ring, one point. Other features keep their geometry.
 */
export function draftOf(geometry: Geometry): Draft | null {
  const whole = (shape: DraftShape, positions: readonly GeoPosition[]): Draft => ({
    shape,
    positions,
    growing: false,
    past: [],
    future: [],
  })
  if (geometry.type === 'Point') return whole('Point', [geometry.coordinates])
  if (geometry.type === 'LineString') return whole('LineString', geometry.coordinates)
  if (geometry.type === 'Polygon' && geometry.coordinates.length === 1)
    return whole('Polygon', geometry.coordinates[0]!.slice(0, -1))
  return null
}

const LEAST: Readonly<Record<DraftShape, number>> = { Point: 1, LineString: 2, Polygon: 3 }

export function isComplete(draft: Draft): boolean {
  return draft.positions.length >= LEAST[draft.shape]
}

const momentOf = ({ positions, growing }: Draft): Moment => ({ positions, growing })

function changed(draft: Draft, positions: readonly GeoPosition[], growing = draft.growing): Draft {
  return { ...draft, positions, growing, past: [...draft.past, momentOf(draft)].slice(-PAST), future: [] }
}

export function stepDraft(draft: Draft, step: DraftStep): Draft {
  const { positions } = draft
  switch (step.do) {
    case 'add':
      if (!draft.growing) return draft
      // A point is complete with its first corner.
      if (draft.shape === 'Point') return changed(draft, [step.at], false)
      return changed(draft, [...positions, step.at])
    case 'move': {
      const moved = positions.with(step.index, step.at)
      return step.more ? { ...draft, positions: moved } : changed(draft, moved)
    }
    case 'insert':
      return changed(draft, positions.toSpliced(step.index, 0, step.at))
    case 'remove':
      return positions.length > LEAST[draft.shape] ? changed(draft, positions.toSpliced(step.index, 1)) : draft
    case 'end':
      return isComplete(draft) ? changed(draft, positions, false) : draft
    case 'undo': {
      const before = draft.past.at(-1)
      if (!before) return draft
      return { ...draft, ...before, past: draft.past.slice(0, -1), future: [...draft.future, momentOf(draft)] }
    }
    case 'redo': {
      const after = draft.future.at(-1)
      if (!after) return draft
      return { ...draft, ...after, past: [...draft.past, momentOf(draft)], future: draft.future.slice(0, -1) }
    }
  }
}

/** @returns null while corners are missing. */
export function geometryOf(draft: Draft): Geometry | null {
  if (!isComplete(draft)) return null
  const positions = draft.positions.map(([lng, lat]): GeoPosition => [round(lng), round(lat)])
  if (draft.shape === 'Point') return { type: 'Point', coordinates: positions[0]! }
  if (draft.shape === 'LineString') return { type: 'LineString', coordinates: positions }
  return { type: 'Polygon', coordinates: [[...positions, positions[0]!]] }
}

/** A tenth of a metre is finer than anyone can point. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

export function kindsFor(shape: DraftShape): GeoKind[] {
  return (Object.keys(GEO_SHAPES) as GeoKind[]).filter((kind) => GEO_SHAPES[kind].includes(shape))
}
