import { useText } from '../../lib/text.ts'
import { Glyph } from '../../parts/glyphs.tsx'
import { BODY_FACES, LEGEND_ORDER } from './body-words.ts'
import { changeFilter, toggled, useMap } from './map-state.ts'

/** Only states that are in view; each item takes its state off the map and brings it back. */
export function Legend() {
  const { t } = useText()
  const hidden = useMap((state) => state.filter.hidden)
  const { bodies, lowBattery } = useMap((state) => state.inView)
  const shown = LEGEND_ORDER.filter((body) => bodies.has(body) || hidden.has(body))
  if (shown.length === 0) return null
  return (
    <div className="map-float legend" role="group" aria-label={t('map.legend')} data-testid="map-legend">
      {shown.map((body) => {
        const { glyph, tone, text } = BODY_FACES[body]
        const off = hidden.has(body)
        return (
          <button
            key={body}
            type="button"
            className={off ? 'legend-item off' : 'legend-item'}
            aria-pressed={!off}
            data-state={body}
            onClick={() => changeFilter({ hidden: toggled(hidden, body) })}
          >
            <span className={`side-glyph tone-${tone}`}>
              <Glyph name={glyph} />
            </span>
            {t(text)}
          </button>
        )
      })}
      {lowBattery && (
        <span className="legend-item">
          <span className="side-glyph tone-battery">
            <Glyph name="battery" />
          </span>
          {t('map.lowBattery')}
        </span>
      )}
    </div>
  )
}
