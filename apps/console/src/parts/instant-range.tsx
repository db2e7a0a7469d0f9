import { DatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { displayZone } from '../lib/time/clock.ts'
import { toInstant, toPicked } from '../lib/time/picked-time.ts'
import { useText } from '../lib/text/text.ts'
import { DAY_SPANS, daySpan } from '../lib/time/time.ts'

export interface Instants {
  startTime: string
  endTime: string
}

/**
 * Two instants as ISO strings, picked in the display zone (TM-5) whatever the browser's zone is. With `onClear` they
 * can be cleared.
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
  const presets = DAY_SPANS.map((span) => ({
    label: t(`span.${span}`),
    value: () => {
      const { startTime, endTime } = daySpan(span, Date.now(), displayZone())
      return [toPicked(startTime), toPicked(endTime)] as [Dayjs, Dayjs]
    },
  }))
  return (
    <DatePicker.RangePicker
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      presets={presets}
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
