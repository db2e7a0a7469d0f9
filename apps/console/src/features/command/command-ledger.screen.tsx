import type { commandResource, CommandStatus } from '@sluice/contract'
import { useSession } from '../../lib/access/session.ts'
import { displayZone, showTime, useMoment } from '../../lib/time/clock.ts'
import { useText } from '../../lib/text/text.ts'
import type { QueryOf } from '../../parts/list/list-query.ts'
import { TimeChoice } from '../../parts/list/search/time-choice.tsx'
import { instantOf } from '../../lib/time/time.ts'
import { CommandLedger } from './command-tab.tsx'

type Query = QueryOf<typeof commandResource>
type Filters = Record<string, string>

/** A night begins at this hour of the evening. */
const EVENING_H = 18

/** The last beginning of a night: today's once it is evening, else yesterday's. */
export function nightSince(now: number): string {
  const dayMs = 86_400_000
  const at = (day: number) => instantOf(`${showTime(day, '{y}-{m}-{d}')} ${EVENING_H}:00:00`, displayZone()) ?? day
  const today = at(now)
  return new Date(today <= now ? today : at(now - dayMs)).toISOString()
}

const UNCONFIRMED: readonly CommandStatus[] = ['TIMEOUT']
const FAILED: readonly CommandStatus[] = ['FAILED', 'EXPIRED']

/** What is looked for most: each is a part of the address, and pressed again it is none. */
function Presets({ query, onFilter }: { query: Query; onFilter: (filters: Filters) => void }) {
  const { t } = useText()
  const userId = useSession((session) => session.userInfo?.id)
  const filters = query.filters as Filters
  const preset = (label: string, change: Filters) => {
    const isOn = Object.entries(change).every(([name, value]) => filters[name] === value)
    const others = Object.fromEntries(Object.entries(filters).filter(([name]) => !(name in change)))
    return (
      <button
        key={label}
        type="button"
        className={isOn ? 'segment on' : 'segment'}
        aria-pressed={isOn}
        onClick={() => onFilter(isOn ? others : { ...others, ...change })}
      >
        {label}
      </button>
    )
  }
  const { days: _days, endTime: _end, ...rest } = filters
  const since = useMoment(nightSince)
  const isTonight = filters['startTime'] === since
  return (
    <div className="time-choice">
      <div className="segments" role="group" aria-label={t('ledger.presets')}>
        {preset(t('ledger.unconfirmed'), { status: UNCONFIRMED.join() })}
        {preset(t('ledger.failed'), { status: FAILED.join() })}
        {userId !== undefined && preset(t('ledger.mine'), { operatorId: userId })}
        <button
          type="button"
          className={isTonight ? 'segment on' : 'segment'}
          aria-pressed={isTonight}
          onClick={() => {
            const { startTime: _start, ...all } = rest
            onFilter(isTonight ? all : { ...rest, startTime: since })
          }}
        >
          {t('ledger.tonight')}
        </button>
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
