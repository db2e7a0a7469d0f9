import type { LngLat } from '@sluice/contract'
import { type ClipboardEvent, Suspense, useContext, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../button/button.tsx'
import { WaitBlocks } from '../../fetched/wait-blocks.tsx'
import { PositionMap, type PositionMapProps } from './position-map.ts'
import { readPosition } from './position-text.rules.ts'

const isSame = (a: LngLat | null, b: LngLat | null) => a?.[0] === b?.[0] && a?.[1] === b?.[1]

/** A map below the numbers of a position, folded until it is asked for: its program is loaded then. */
export function PositionPicker({ value, onChange }: PositionMapProps) {
  const { t } = useText()
  const drawMap = useContext(PositionMap)
  const [open, setOpen] = useState(false)
  /** What it was when the map was opened. */
  const [first, setFirst] = useState(value)
  if (!drawMap) return null
  return (
    <div className="position-picker">
      <div className="row wrap">
        <Button
          kind="link"
          icon="map"
          aria-expanded={open}
          data-testid="position-open"
          onClick={() => {
            setFirst(value)
            setOpen(!open)
          }}
        >
          {t(open ? 'point.closeMap' : 'point.openMap')}
        </Button>
        {open && !isSame(value, first) && (
          <Button kind="link" data-testid="position-back" onClick={() => onChange(first)}>
            {t(first ? 'point.back' : 'point.clear')}
          </Button>
        )}
      </div>
      {open && <Suspense fallback={<WaitBlocks rows={3} />}>{drawMap({ value, onChange })}</Suspense>}
    </div>
  )
}

/** Both numbers pasted into either field fill both. */
export function pastePosition(onPosition: (position: LngLat) => void) {
  return (event: ClipboardEvent) => {
    const position = readPosition(event.clipboardData.getData('text'))
    if (!position) return
    event.preventDefault()
    onPosition(position)
  }
}
