import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { displayZone } from '../lib/clock.ts'
import { useText } from '../lib/text.ts'
import { instantOfWall, wallClock } from '../lib/time.ts'

export interface Instants {
  startTime: string
  endTime: string
}

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

/**
 * Two instants as ISO strings, picked on the display zone's clock (TM-5) whatever the browser's zone is. `onClear`: they
 * may be taken away.
 */
export function InstantRange({
  value,
  onChange,
  onClear,
}: {
  value: Instants | null
  onChange: (value: Instants) => void
  onClear?: () => void
}) {
  const { t } = useText()
  return (
    <DatePicker.RangePicker
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowClear={onClear !== undefined}
      value={value && [toPicked(value.startTime), toPicked(value.endTime)]}
      aria-label={t('history.own')}
      onChange={(picked) => {
        const [start, end] = picked ?? []
        if (start && end) onChange({ startTime: toInstant(start), endTime: toInstant(end) })
        else onClear?.()
      }}
    />
  )
}
