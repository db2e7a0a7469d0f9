import { TODAY } from '../../../lib/api/resource-calls.ts'
import { useText } from '../../../lib/text/text.ts'
import { Segment } from '../../button/segment.tsx'
import { InstantRange } from '../../instant-range.tsx'
import { type ListQuery, RANGE_DAYS } from '../list-query.ts'
import './time-choice.css'

const LABELS = { 7: 'history.days7', 30: 'history.days30', 90: 'history.days90' } as const

interface TimeChoiceProps {
  query: ListQuery
  onFilter: (filters: Record<string, string>) => void
}

/** The range of time of a list that only grows (TM-4): today, the last 7, 30 or 90 days, everything, or two instants. */
export function TimeChoice({ query, onFilter }: TimeChoiceProps) {
  const { t } = useText()
  const { days, startTime, endTime, ...others } = query.filters
  const own = startTime && endTime ? { startTime, endTime } : null
  const segment = (label: string, on: boolean, chosen: Record<string, string>) => (
    <Segment key={label} on={on} onClick={() => onFilter({ ...others, ...chosen })}>
      {label}
    </Segment>
  )
  return (
    <div className="time-choice">
      <div className="segments" role="group" aria-label={t('history.range')}>
        {segment(t('span.today'), days === TODAY, { days: TODAY })}
        {RANGE_DAYS.map((back) => segment(t(LABELS[back]), days === String(back), { days: String(back) }))}
        {segment(t('list.allTime'), !days && !startTime && !endTime, {})}
      </div>
      <InstantRange
        value={own}
        onChange={(range) => onFilter({ ...others, ...range })}
        onClear={() => onFilter({ ...others, days: String(RANGE_DAYS[0]) })}
      />
    </div>
  )
}
