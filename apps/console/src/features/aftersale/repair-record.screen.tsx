import { REPAIR_OPEN, REPAIR_SOURCES, repairRecordResource, type RepairStatus } from '@sluice/contract'
import { useEffect, useMemo } from 'react'
import { useMobile } from '../../lib/page/width.ts'
import { useSession } from '../../lib/access/session.ts'
import { useAsked } from '../../lib/api/answer.ts'
import type { CallOptions } from '../../lib/api/api.ts'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Select } from '../../parts/control/select.tsx'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { WaitBlocks } from '../../parts/fetched/wait-blocks.tsx'
import { Glyph, levelGlyph } from '../../parts/icon/glyphs.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { FilterChips } from '../../parts/list/search/filter-chips.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { FiltersOf } from '../../parts/list/list-query.ts'
import { StateChip } from '../../parts/reading/status-chip.tsx'
import { DayList } from './day/day-list.tsx'
import { askForOwnOrders } from './field/kept-orders.ts'
import { AssigneeChoice } from './assignee-choice.tsx'
import { TimeLeft } from './time-left.tsx'

type Repair = typeof repairRecordResource

/** Set by a link. */
const CHIPS = ['productId', 'finishTime', 'deviceId', 'faultId'] as const

const OPEN = REPAIR_OPEN.join(',')
const isOver = (status: RepairStatus) => !REPAIR_OPEN.includes(status)

/** One of a fault is made where the fault is. */
const BY_HAND = REPAIR_SOURCES.filter((source) => source !== 'FAULT')

function SourceChoice(given: object) {
  useText()
  const options = BY_HAND.map((value) => ({ value, label: byName(`enum.repairSource.${value}`) }))
  return <Select<string> {...given} options={options} />
}

const SLOTS = {
  cells: {
    slaDue: (row) => <TimeLeft row={row} />,
    // The shape shows the level, the word names it (docs/spec/look.md#2.4).
    level: ({ level }) => (
      <StateChip tone={levelGlyph(level)} glyph={levelGlyph(level)} text={byName(`enum.level.${level}`)} />
    ),
    problem: ({ problem }) => <span className="clip">{problem}</span>,
  },
  phone: {
    lead: ({ level }) => <Glyph name={levelGlyph(level)} toned />,
    title: ({ deviceIdName, repairNo }) => deviceIdName ?? repairNo,
    right: (row) => <TimeLeft row={row} />,
    second: ({ problem }) => <span className="clip">{problem}</span>,
    third: ({ status, assigneeIdName }) => (
      <span className="clip">{`${byName(`enum.repairStatus.${status}`)} ${assigneeIdName ?? ''}`}</span>
    ),
    settled: ({ status }) => isOver(status),
  },
  form: {
    initial: { source: 'CALL', level: 2 },
    controls: { source: <SourceChoice />, assigneeId: <AssigneeChoice /> },
  },
  omitFilters: ['finishTime'],
  exportBeside: { slaDue: ['slaState', 'slaLeftS', 'late'] },
} as const satisfies ListSlots<Repair>

/** How many open orders the user has to do; undefined until it is answered. */
function useOwnOrders(userId: string | undefined): number | undefined {
  const own = { assigneeId: userId ?? '', status: OPEN, limit: 1 }
  const count = async (how: CallOptions) => (await pageOf(repairRecordResource, own, how)).total
  // The key names no resource: a change of a row must not change the list that somebody works in.
  const counted = useAsked(['own repairs', userId], userId === undefined ? null : count, {
    silent: true,
    staleMs: 60_000,
  })
  return counted.isError || userId === undefined ? 0 : counted.data
}

/** Repair orders by the time that is left: their own for whoever has some to do, else all that are open. */
export default function RepairRecordScreen() {
  const { t } = useText()
  const userId = useSession(({ userInfo }) => userInfo?.id)
  const own = useOwnOrders(userId)
  const isAssignee = own !== undefined && own > 0
  const isMobile = useMobile()
  useEffect(() => {
    if (isMobile && isAssignee && userId !== undefined) void askForOwnOrders(userId)
  }, [isMobile, isAssignee, userId])
  const begin = useMemo(
    (): FiltersOf<Repair> => (isAssignee ? { status: OPEN, assigneeId: userId! } : { status: OPEN }),
    [isAssignee, userId],
  )
  if (own === undefined)
    return (
      <div className="card">
        <WaitBlocks />
      </div>
    )
  return (
    <div className="stack">
      {isAssignee && userId !== undefined && <DayList userId={userId} />}
      <ListPage
        resource={repairRecordResource}
        slots={{
          ...SLOTS,
          defaultFilters: begin,
          counts: (query, setFilter, filter) => {
            if (userId === undefined) return null
            const isOn = query.filters.assigneeId === userId
            return (
              <>
                <fieldset className="counts" aria-label={t('repair.mine')}>
                  <button
                    type="button"
                    className="count"
                    aria-pressed={isOn}
                    onClick={() => setFilter('assigneeId', isOn ? undefined : userId)}
                  >
                    {t('repair.mine')}
                  </button>
                </fieldset>
                <FilterChips resource={repairRecordResource} filters={query.filters} names={CHIPS} onFilter={filter} />
              </>
            )
          },
          empty: <EmptyState icon="check" text={t('repair.none')} hint={t('repair.noneHint')} />,
        }}
      />
    </div>
  )
}
