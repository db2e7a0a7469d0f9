import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { displayZone } from '../../lib/clock.ts'
import { useText } from '../../lib/text.ts'
import { instantOfWall, wallClock } from '../../lib/time.ts'
import { type LogRange, RANGE_DAYS } from './log-query.ts'

const LABELS = { 7: 'history.days7', 30: 'history.days30', 90: 'history.days90' } as const

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
      <DatePicker.RangePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        value={own ? [toPicked(range.startTime), toPicked(range.endTime)] : null}
        aria-label={t('history.own')}
        onChange={(picked) => {
          const [start, end] = picked ?? []
          onChange(start && end ? { startTime: toInstant(start), endTime: toInstant(end) } : { days: 7 })
        }}
      />
    </div>
  )
}
