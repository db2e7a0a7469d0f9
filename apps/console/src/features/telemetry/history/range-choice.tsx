import { DatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { toInstant, toPicked } from '../../../lib/time/picked-time.ts'
import { useText } from '../../../lib/text/text.ts'
import { lastDays } from '../../../lib/time/time.ts'
import { InstantRange } from '../../../parts/instant-range.tsx'
import { Segment } from '../../../parts/button/segment.tsx'

/** 1, 7, 30 or 90 days back from now, or two instants. */
export type Range = { kind: 'last'; days: number } | { kind: 'own'; startTime: string; endTime: string }

const DAY_MS = 86_400_000
const DAYS = [1, 7, 30, 90] as const
const LABELS = { 1: 'history.day', 7: 'history.days7', 30: 'history.days30', 90: 'history.days90' } as const

/** The range in an address; an invalid one is the last day. */
export function rangeIn(search: URLSearchParams): Range {
  const [startTime, endTime] = [search.get('startTime') ?? '', search.get('endTime') ?? '']
  if (Date.parse(startTime) < Date.parse(endTime)) return { kind: 'own', startTime, endTime }
  return { kind: 'last', days: DAYS.find((days) => String(days) === search.get('days')) ?? 1 }
}

/** The parameters of a range in an address. */
export function rangeWords(range: Range): Record<'days' | 'startTime' | 'endTime', string | null> {
  const { days, startTime, endTime } = { days: null, startTime: null, endTime: null, ...range }
  return { days: days === null || days === 1 ? null : String(days), startTime, endTime }
}

export function boundsOf(range: Range, now: number): { startTime: string; endTime: string } {
  return range.kind === 'own' ? range : lastDays(range.days, now)
}

/** A month of the display zone, up to now; null for one that has not begun. */
export function monthRange(picked: Dayjs, now: number): Range | null {
  const [startTime, next] = [toInstant(picked.startOf('month')), toInstant(picked.add(1, 'month').startOf('month'))]
  if (Date.parse(startTime) >= now) return null
  return { kind: 'own', startTime, endTime: Date.parse(next) > now ? new Date(now).toISOString() : next }
}

/** The month that a range is, in whole or up to now. */
function monthOf(range: Range, now: number): Dayjs | null {
  if (range.kind !== 'own') return null
  const picked = toPicked(range.startTime)
  const month = monthRange(picked, now)
  const sameEnd = month?.kind === 'own' && Math.abs(Date.parse(month.endTime) - Date.parse(range.endTime)) <= DAY_MS
  return sameEnd && month.startTime === range.startTime && picked.date() === 1 ? picked : null
}

export function RangeChoice({ range, now, onChange }: { range: Range; now: number; onChange: (range: Range) => void }) {
  const { t } = useText()
  const own = range.kind === 'own'
  return (
    <div className="range">
      <div className="segments" role="group" aria-label={t('history.range')}>
        {DAYS.map((days) => (
          <Segment
            key={days}
            on={range.kind === 'last' && range.days === days}
            onClick={() => onChange({ kind: 'last', days })}
          >
            {t(LABELS[days])}
          </Segment>
        ))}
        <Segment on={range.kind === 'own'} onClick={() => onChange({ kind: 'own', ...boundsOf(range, now) })}>
          {t('history.own')}
        </Segment>
      </div>
      <DatePicker
        picker="month"
        className="range-month"
        value={monthOf(range, now)}
        placeholder={t('history.month')}
        aria-label={t('history.month')}
        allowClear={false}
        disabledDate={(month) => monthRange(month, now) === null}
        onChange={(month) => {
          const picked = month && monthRange(month, now)
          if (picked) onChange(picked)
        }}
      />
      {own && <InstantRange value={range} onChange={(picked) => onChange({ kind: 'own', ...picked })} />}
    </div>
  )
}
