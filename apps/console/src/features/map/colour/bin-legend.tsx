import { useEffect } from 'react'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { colourMap, toggled, useMap } from '../map-state.ts'
import { BIN_ROWS, type ColourBy, limitsOf } from './bins.rules.ts'
import { binSaid, rangeText, unitTold } from './bin-words.ts'

/**
 * The rows of the legend: each shows only its devices while pressed, and lights them up while looked at (`port`; a finger
 * looks at nothing).
 */
export function BinRows({ port, by }: { port: MapPort | null; by: ColourBy }) {
  const { t } = useText()
  const only = useMap((state) => state.filter.bins)
  const counts = useMap((state) => state.inView.bins)
  useEffect(() => () => port?.dimAllBut(null), [port, by])
  const look = (bin: number | null) => port?.dimAllBut(bin)
  return (
    <div className="bin-rows" role="group" aria-label={t('map.legend')} data-testid="map-bins">
      {BIN_ROWS.map((bin) => {
        const [n, pressed] = [counts[bin] ?? 0, only.has(bin)]
        return (
          <button
            key={bin}
            type="button"
            className={only.size > 0 && !pressed ? 'flat bin-row off' : 'flat bin-row'}
            aria-pressed={pressed}
            aria-label={t('colour.row', { said: binSaid(by, bin), n })}
            title={t(pressed ? 'waiting.showAll' : 'waiting.showOnly', { name: binSaid(by, bin) })}
            data-bin={bin}
            onClick={() => colourMap({ by, only: toggled(only, bin) })}
            onMouseEnter={() => look(bin)}
            onMouseLeave={() => look(null)}
            onFocus={() => look(bin)}
            onBlur={() => look(null)}
          >
            <i className={`bin-swatch bin-${bin}`} />
            <span className="num">{rangeText(by, bin)}</span>
            <span className="num t3">{formatNumber(n, 0)}</span>
          </button>
        )
      })}
    </div>
  )
}

/** What the colours cannot say by themselves. */
export function BinNote({ by }: { by: ColourBy }) {
  const { t } = useText()
  if (by === 'pressure') return <p className="bin-note t3">{t('colour.pressureNote')}</p>
  if (by !== 'battery') return null
  return <p className="bin-note t3">{t('colour.voltsNote', { limits: limitsOf('batteryV').join(' · ') })}</p>
}

/** In place of the states: the bins of the quantity, with how many devices in view have each. */
export function BinLegend({ port, by }: { port: MapPort | null; by: ColourBy }) {
  const { t } = useText()
  return (
    <div className="map-float legend bin-legend" data-testid="map-bin-legend">
      <b className="bin-title">
        {t(`colour.${by}`)} {unitTold(by) && <span className="unit">{unitTold(by)}</span>}
      </b>
      <BinRows port={port} by={by} />
    </div>
  )
}
