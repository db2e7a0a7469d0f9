import { useText } from '../../../lib/text/text.ts'
import { Glyph, type GlyphName } from '../../../parts/icon/glyphs.tsx'
import type { StateTone } from '../../../parts/reading/status-chip.tsx'
import type { TextKey } from '../../../texts/zh-CN.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { BinLegend } from '../colour/bin-legend.tsx'
import { BODY_FACES, LEGEND_ORDER, MARK_FACES } from '../markers/body-words.ts'
import { changeFilter, toggled, useMap } from '../map-state.ts'

interface ItemProps {
  name: string
  glyph: GlyphName
  tone: StateTone
  text: TextKey
  off: boolean
  onFlip: () => void
}

function Item({ name, glyph, tone, text, off, onFlip }: ItemProps) {
  const { t } = useText()
  return (
    <button
      type="button"
      className={off ? 'flat legend-item off' : 'flat legend-item'}
      aria-pressed={!off}
      data-state={name}
      onClick={onFlip}
    >
      <span className={`side-glyph tone-${tone}`}>
        <Glyph name={glyph} />
      </span>
      {t(text)}
    </button>
  )
}

/** What the marks on the map mean: states, or the bins of what it is coloured by. */
export function Legend({ port }: { port: MapPort | null }) {
  const by = useMap((state) => state.colourBy)
  return by === 'state' ? <StateLegend /> : <BinLegend port={port} by={by} />
}

/** Only states in view; each item hides its state on the map and shows it again. */
function StateLegend() {
  const { t } = useText()
  const { hidden, hiddenMarks } = useMap((state) => state.filter)
  const { bodies, marks } = useMap((state) => state.inView)
  const shown = LEGEND_ORDER.filter((body) => bodies.has(body) || hidden.has(body))
  const marked = MARK_FACES.filter(({ bit }) => (marks | hiddenMarks) & bit)
  if (shown.length + marked.length === 0) return null
  return (
    <div className="map-float legend" role="group" aria-label={t('map.legend')} data-testid="map-legend">
      {shown.map((body) => (
        <Item
          key={body}
          name={body}
          {...BODY_FACES[body]}
          off={hidden.has(body)}
          onFlip={() => changeFilter({ hidden: toggled(hidden, body) })}
        />
      ))}
      {marked.map(({ bit, name, ...face }) => (
        <Item
          key={name}
          name={name}
          {...face}
          off={(hiddenMarks & bit) !== 0}
          onFlip={() => changeFilter({ hiddenMarks: hiddenMarks ^ bit })}
        />
      ))}
    </div>
  )
}
