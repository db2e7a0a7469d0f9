import type { commandResource, CommandStatus } from '@sluice/contract'
import { useSession } from '../../lib/access/session.ts'
import { useMoment } from '../../lib/time/clock.ts'
import { useText } from '../../lib/text/text.ts'
import type { QueryOf } from '../../parts/list/list-query.ts'
import { TimeChoice } from '../../parts/list/search/time-choice.tsx'
import { Segment } from '../../parts/button/segment.tsx'
import { CommandLedger } from './command-tab.tsx'
import { nightSince } from './night.rules.ts'

type Query = QueryOf<typeof commandResource>
type Filters = Record<string, string>

const UNCONFIRMED: readonly CommandStatus[] = ['TIMEOUT']
const FAILED: readonly CommandStatus[] = ['FAILED', 'EXPIRED']

/** What is looked for most: each is a part of the address, and pressed again it is none. */
function Presets({ query, onFilter }: { query: Query; onFilter: (filters: Filters) => void }) {
  const { t } = useText()
  const userId = useSession((session) => session.userInfo?.id)
  const filters = query.filters as Filters
  /** Filters that are on replace others of their name, and are taken away when pressed again. */
  const preset = (label: string, change: Filters) => {
    const on = Object.entries(change).every(([name, value]) => filters[name] === value)
    const others = Object.fromEntries(Object.entries(filters).filter(([name]) => !(name in change)))
    return (
      <Segment key={label} on={on} onClick={() => onFilter(on ? others : { ...others, ...change })}>
        {label}
      </Segment>
    )
  }
  const since = useMoment(nightSince)
  const { days: _days, endTime: _end, startTime, ...others } = filters
  const isTonight = startTime === since
  return (
    <div className="time-choice">
      <div className="segments" role="group" aria-label={t('ledger.presets')}>
        {preset(t('ledger.unconfirmed'), { status: UNCONFIRMED.join() })}
        {preset(t('ledger.failed'), { status: FAILED.join() })}
        {userId !== undefined && preset(t('ledger.mine'), { operatorId: userId })}
        <Segment on={isTonight} onClick={() => onFilter(isTonight ? others : { ...others, startTime: since })}>
          {t('ledger.tonight')}
        </Segment>
      </div>
      <TimeChoice query={query as never} onFilter={onFilter} />
    </div>
  )
}

/** The commands of all devices in sight: which are not confirmed, which failed, what I sent, what happened tonight. */
export default function CommandLedgerScreen() {
  return (
    <CommandLedger
      deviceId={null}
      counts={(query, _setFilter, filter) => <Presets query={query} onFilter={filter as never} />}
    />
  )
}
