import { faultResource } from '@sluice/contract'
import { useSession } from '../../lib/access/session.ts'
import { usePages } from '../../lib/api/answer.ts'
import { useText } from '../../lib/text/text.ts'
import type { FiltersOf, QueryOf } from '../../parts/list/list-query.ts'
import { useFaultCount } from './fault-count.ts'

type Filters = FiltersOf<typeof faultResource>
type Set = Pick<Filters, 'conditionState' | 'handleState' | 'takenId' | 'explained'>

/** The filters that a view sets; others stay as they are. */
const OWN = ['conditionState', 'handleState', 'takenId', 'explained'] as const satisfies readonly (keyof Set)[]

/** What people look for: what is nobody's, what is mine, what is not over, and what is over and not closed. */
function viewsOf(userId: string) {
  return {
    waiting: { conditionState: 'ACTIVE', handleState: 'UNHANDLED', explained: 'false' },
    mine: { handleState: 'ACKED,PROCESSING', takenId: userId },
    active: { conditionState: 'ACTIVE', explained: 'false' },
    cleared: { conditionState: 'CLEARED', handleState: 'UNHANDLED,ACKED,PROCESSING,RESOLVED' },
    explained: { conditionState: 'ACTIVE' },
  } as const satisfies Record<string, Set>
}
type View = keyof ReturnType<typeof viewsOf>

const isOn = (filters: Filters, view: Set) => OWN.every((name) => filters[name] === view[name])

/** The other filters of a search with those of a view. */
function within(filters: Filters, view: Set): Filters {
  const others = Object.entries(filters).filter(([name]) => !(OWN as readonly string[]).includes(name))
  return { ...Object.fromEntries(others), ...view }
}

interface FaultViewsProps {
  query: QueryOf<typeof faultResource>
  onFilter: (filters: Filters) => void
}

/** Quick views with how many faults each has; the last shows consequences beside their causes. */
export function FaultViews({ query, onFilter }: FaultViewsProps) {
  const { t } = useText()
  const waiting = useFaultCount((state) => state.count)
  const userId = useSession((session) => session.userInfo?.id) ?? ''
  const views = Object.entries(viewsOf(userId)) as [View, Set][]
  const { sort: _sort, order: _order, ...filters } = query.filters
  // Counts of consequences alone: how many the view adds.
  const counted = views.map(([name, view]) => (name === 'explained' ? { ...view, explained: 'true' } : view))
  const counts = usePages(
    faultResource,
    counted.map((view) => ({ ...within(filters, view), limit: 1 })),
    { follows: () => [waiting], keep: true, silent: true },
  )
  return (
    <fieldset className="counts" aria-label={t('faultView.label')}>
      {views.map(([name, view], at) => (
        <button
          key={name}
          type="button"
          className="count"
          aria-pressed={isOn(query.filters, view)}
          onClick={() => onFilter(within(query.filters, view))}
        >
          {t(`faultView.${name}`)} <b className="num">{counts[at]?.data?.total ?? 0}</b>
        </button>
      ))}
    </fieldset>
  )
}
