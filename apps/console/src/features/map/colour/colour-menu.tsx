import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { colourMap, useMap } from '../map-state.ts'
import { COLOUR_BY } from './bins.rules.ts'
import { BinNote, BinRows } from './bin-legend.tsx'

interface ColourMenuProps {
  /** The phone has no legend on the map: its rows are here. */
  short: boolean
  onClose: () => void
}

/** What the map is coloured by. */
export function ColourMenu({ short, onClose }: ColourMenuProps) {
  const { t } = useText()
  const by = useMap((state) => state.colourBy)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The rows of the legend that are pressed stay.
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <div
      ref={box}
      className="map-float layer-menu colour-menu"
      role="dialog"
      aria-label={t('colour.title')}
      data-testid="map-colour-menu"
      onKeyDown={close}
    >
      <fieldset>
        <legend>{t('colour.title')}</legend>
        {COLOUR_BY.map((one) => (
          <label key={one} className="layer-line">
            <input
              type="radio"
              name="map-colour"
              checked={by === one}
              data-colour={one}
              onChange={() => colourMap({ by: one, only: new Set() })}
            />
            {t(`colour.${one}`)}
          </label>
        ))}
      </fieldset>
      {short && by !== 'state' && <BinRows port={null} by={by} />}
      <BinNote by={by} />
    </div>
  )
}
