import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { displayZone } from '../../lib/clock.ts'
import { useText } from '../../lib/text.ts'
import { instantOfWall, lastDays, wallClock } from '../../lib/time.ts'

/** 1, 7, 30 or 90 days back from now, or two instants. */
export type Range = { kind: 'last'; days: number } | { kind: 'own'; startTime: string; endTime: string }

const DAYS = [1, 7, 30, 90] as const
const LABELS = { 1: 'history.day', 7: 'history.days7', 30: 'history.days30', 90: 'history.days90' } as const

export function boundsOf(range: Range, now: number): { startTime: string; endTime: string } {
  return range.kind === 'own' ? range : lastDays(range.days, now)
}

/** The picker shows and takes the display zone's clock (TM-5), whatever the browser's zone is. */
function toInstant(picked: Dayjs): string {
  const wall = {
    year: picked.year(),
    month: picked.month() + 1,
    day: picked.date(),
    hour: picked.hour(),
    minute: picked.minute(),
    second: picked.second(),
  }
  return new Date(instantOfWall(wall, displayZone())).toISOString()
}

function toPicked(instant: string): Dayjs {
  const wall = wallClock(Date.parse(instant), displayZone())
  return dayjs(new Date(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second))
}

export function RangeChoice({ range, now, onChange }: { range: Range; now: number; onChange: (range: Range) => void }) {
  const { t } = useText()
  const own = range.kind === 'own'
  return (
    <div className="range">
      <div className="segments" role="group" aria-label={t('history.range')}>
        {DAYS.map((days) => {
          const on = range.kind === 'last' && range.days === days
          return (
            <button
              key={days}
              type="button"
              aria-pressed={on}
              className={on ? 'segment on' : 'segment'}
              onClick={() => onChange({ kind: 'last', days })}
            >
              {t(LABELS[days])}
            </button>
          )
        })}
        <button
          type="button"
          aria-pressed={own}
          className={own ? 'segment on' : 'segment'}
          onClick={() => onChange({ kind: 'own', ...boundsOf(range, now) })}
        >
          {t('history.own')}
        </button>
      </div>
      {own && (
        <DatePicker.RangePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          allowClear={false}
          value={[toPicked(range.startTime), toPicked(range.endTime)]}
          onChange={(picked) => {
            const [start, end] = picked ?? []
            if (start && end) onChange({ kind: 'own', startTime: toInstant(start), endTime: toInstant(end) })
          }}
        />
      )}
    </div>
  )
}
