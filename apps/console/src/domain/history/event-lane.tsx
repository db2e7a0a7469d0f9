import type { CSSProperties } from 'react'
import { showTime } from '../../lib/time/clock.ts'
import { useText } from '../../lib/text/text.ts'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import type { Happening } from './happening.ts'

/** Its height (history-chart.css). */
export const LANE_PX = 24

/**
 * Below the curves on their time axis: commands and faults (docs/spec/look.md#4). Its room is there without any too: they
 * arrive after the curves.
 */
export function EventLane({ happenings, from, to }: { happenings: readonly Happening[]; from: number; to: number }) {
  const { t } = useText()
  return (
    <div className="lane">
      <span className="lane-name">{t('history.events')}</span>
      <ol className="lane-line" aria-label={t('history.events')}>
        {happenings.map(({ key, at, glyph, text }) => (
          <li
            key={key}
            style={{ '--at': (at - from) / (to - from) } as CSSProperties}
            title={`${showTime(at)} ${text}`}
          >
            <Glyph name={glyph} toned />
            <span className="sr-only">{`${showTime(at)} ${text}`}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
