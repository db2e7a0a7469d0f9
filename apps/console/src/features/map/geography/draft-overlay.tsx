import type { GeoPosition } from '@sluice/contract'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { shiftFor } from '../canvas/coordinate-shift.ts'
import type { Draft, DraftStep } from './draft.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { useMap } from '../map-state.ts'

/** Drawings with more corners than this have no handles: nobody moves a thousand by hand. */
const HANDLES = 400

interface DraftOverlayProps {
  port: MapPort
  draft: Draft
  onStep: (step: DraftStep) => void
}

/** The drawing over the map: corners to drag, and a hollow one between each two that adds a corner. */
export function DraftOverlay({ port, draft, onStep }: DraftOverlayProps) {
  const { t } = useText()
  const tiles = useMap((state) => state.tiles)
  const shift = shiftFor(tiles)
  const picture = useRef<SVGSVGElement>(null)
  const dragged = useRef<{ index: number; begun: boolean } | null>(null)
  const [, setFrame] = useState(0)
  useEffect(() => port.on('move', () => setFrame((frame) => frame + 1)), [port])

  const spots = draft.positions.map(([lng, lat]) => port.project(...shift.toMap(lng, lat)))
  const closed = draft.shape === 'Polygon' && spots.length > 2
  const path =
    spots.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') + (closed ? 'Z' : '')
  const placeAt = (event: PointerEvent): GeoPosition => {
    const box = picture.current!.getBoundingClientRect()
    const { lng, lat } = port.unproject({ x: event.clientX - box.left, y: event.clientY - box.top })
    return shift.toWgs(lng, lat)
  }
  const grab = (event: PointerEvent<SVGElement>, index: number, isNew: boolean) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    if (isNew) onStep({ do: 'insert', index, at: placeAt(event) })
    dragged.current = { index, begun: isNew }
  }
  const drag = (event: PointerEvent) => {
    const held = dragged.current
    if (!held) return
    onStep({ do: 'move', index: held.index, at: placeAt(event), more: held.begun })
    held.begun = true
  }
  const drop = () => {
    dragged.current = null
  }
  const middles = draft.growing || spots.length > HANDLES ? [] : spots.slice(closed ? 0 : 1)
  return (
    <svg
      ref={picture}
      className="draft"
      role="group"
      aria-label={t('map.draft')}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <path d={path} className={closed ? 'draft-line draft-area' : 'draft-line'} />
      {middles.map((spot, at) => {
        const index = closed ? at : at + 1
        const before = spots.at(index - 1)!
        return (
          <circle
            key={`m${index}`}
            className="draft-middle"
            cx={(spot.x + before.x) / 2}
            cy={(spot.y + before.y) / 2}
            r="5"
            onPointerDown={(event) => grab(event, index === 0 ? spots.length : index, true)}
          />
        )
      })}
      {spots.length <= HANDLES &&
        spots.map(({ x, y }, index) => (
          <circle
            key={`c${index}`}
            className="draft-corner"
            data-testid="draft-corner"
            cx={x}
            cy={y}
            r="7"
            onPointerDown={(event) => grab(event, index, false)}
            onDoubleClick={(event) => {
              event.stopPropagation()
              onStep({ do: 'remove', index })
            }}
          />
        ))}
    </svg>
  )
}
