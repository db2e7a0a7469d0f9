import { showTime } from '../../lib/clock.ts'
import type { AnyRow } from '../../lib/resource-calls.ts'
import type { ListSlots } from '../../parts/list/list-page.tsx'
import { TimeChoice } from '../../parts/list/time-choice.tsx'
import './log.css'

/** A log grows for ever: what is new comes first, and the range of time is always in sight. */
export const LOG_SLOTS: ListSlots = {
  twoLines: true,
  begin: { days: '7' },
  omitFilters: ['ts'],
  counts: (query, _setFilter, filter) => <TimeChoice query={query} onFilter={filter} />,
}

/** The exact time: lines of a log are compared with each other. */
export function timeCell({ ts }: AnyRow) {
  return <span className="num">{showTime(String(ts))}</span>
}

/** Who, over the department. */
export function userCell({ username, deptName }: AnyRow, nobody = '') {
  return (
    <span className="list-name">
      <span>{String(username)}</span>
      <small>{deptName ? String(deptName) : nobody}</small>
    </span>
  )
}

/** The first letters tell one call from another; the whole is in the drawer and in what is exported. */
export function traceCell({ traceId }: AnyRow) {
  return traceId ? (
    <span className="mono t3" title={String(traceId)}>
      {String(traceId).slice(0, 8)}
    </span>
  ) : null
}
