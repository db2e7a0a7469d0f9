import { useText } from '../../lib/text.ts'
import { InstantRange } from '../../parts/instant-range.tsx'
import { type LogRange, RANGE_DAYS } from './log-query.ts'

const LABELS = { 7: 'history.days7', 30: 'history.days30', 90: 'history.days90' } as const

/** TM-4: 最近7天, 最近30天, 最近90天, everything, or two instants of one's own. */
export function LogRangeChoice({ range, onChange }: { range: LogRange; onChange: (range: LogRange) => void }) {
  const { t } = useText()
  const own = 'startTime' in range
  const segment = (key: string, label: string, on: boolean, next: LogRange) => (
    <button
      key={key}
      type="button"
      aria-pressed={on}
      className={on ? 'segment on' : 'segment'}
      onClick={() => onChange(next)}
    >
      {label}
    </button>
  )
  return (
    <div className="log-range">
      <div className="segments" role="group" aria-label={t('history.range')}>
        {RANGE_DAYS.map((days) =>
          segment(String(days), t(LABELS[days]), 'days' in range && range.days === days, { days }),
        )}
        {segment('all', t('log.allTime'), 'all' in range, { all: true })}
      </div>
      <InstantRange value={own ? range : null} onChange={onChange} onClear={() => onChange({ days: 7 })} />
    </div>
  )
}
