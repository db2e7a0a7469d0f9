import type { OperationLogRow, SystemLogRow } from '@sluice/contract'
import { showTime } from '../../lib/time/clock.ts'
import type { Filters, ListQuery } from '../../parts/list/list-query.ts'
import { TimeChoice } from '../../parts/list/search/time-choice.tsx'
import './log.css'

/** Logs only grow: newest first, and the time range is always visible. */
export const LOG_SLOTS = {
  twoLines: true,
  readOnly: true,
  defaultFilters: { days: '7' },
  omitFilters: ['ts'] as const,
  counts: (query: ListQuery, _setFilter: unknown, filter: (filters: Filters) => void) => (
    <TimeChoice query={query} onFilter={filter} />
  ),
}

/** The exact time, because log entries are compared with each other. */
export function timeCell({ ts }: Pick<SystemLogRow, 'ts'>) {
  return <span className="num">{showTime(ts)}</span>
}

/** The user, above the department. */
export function userCell({ username, deptName }: Pick<OperationLogRow, 'username' | 'deptName'>, nobody = '') {
  return (
    <span className="list-name">
      <span>{username}</span>
      <small>{deptName || nobody}</small>
    </span>
  )
}

/** The first letters distinguish calls; the whole id is in the drawer and in exports. */
export function traceCell({ traceId }: Pick<SystemLogRow, 'traceId'>) {
  return traceId ? (
    <span className="mono t3" title={traceId}>
      {traceId.slice(0, 8)}
    </span>
  ) : null
}
