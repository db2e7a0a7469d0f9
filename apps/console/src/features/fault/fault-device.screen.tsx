import { faultResource } from '@sluice/contract'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/access.tsx'
import { pageOf } from '../../lib/resource-calls.ts'
import { useText } from '../../lib/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Glyph } from '../../parts/glyphs.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { FiltersOf, QueryOf } from '../../parts/list/list-query.ts'
import type { ListSlots, SetFilter } from '../../parts/list/list-slots.ts'
import { AckChosen, ackOf, useAck } from './fault-ack.tsx'
import { FAULT_CELLS, faultCodes } from './fault-cells.tsx'
import { useFaultCount } from './fault-count.ts'
import { useFreshFaults } from './fresh-faults.ts'
import './fault.css'

const LEVELS = ['4', '3', '2', '1'] as const
/** What is broken now. */
const BEGIN = { conditionState: 'ACTIVE' } satisfies FiltersOf<typeof faultResource>
/** Drawn as numbers above the table, or asked by links only. */
const OMITTED = ['level', 'deviceId'] as const
/** The device has a column by its name. */
const NO_COLUMNS = ['deviceId'] as const

interface CountsProps {
  query: QueryOf<typeof faultResource>
  onFilter: SetFilter<typeof faultResource>
}

/** Numbers above the table are filters (docs/spec/look.md#3). */
function LevelCounts({ query, onFilter }: CountsProps) {
  const { t, byName } = useText()
  const waiting = useFaultCount((state) => state.count)
  const { level: chosen, sort: _sort, order: _order, ...others } = query.filters
  const counts = useQueries({
    queries: LEVELS.map((level) => ({
      queryKey: ['count', 'fault', level, others, waiting],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        pageOf(faultResource, { ...others, level, limit: 1 }, { silent: true, signal }).then(({ total }) => total),
      placeholderData: keepPreviousData,
    })),
  })
  return (
    <fieldset className="counts" aria-label={t('fault.counts')}>
      {LEVELS.map((level, at) => {
        const total = counts[at]?.data
        if (!total && level !== chosen) return null
        return (
          <button
            key={level}
            type="button"
            className={`count count-level${level}`}
            aria-pressed={level === chosen}
            onClick={() => onFilter('level', level === chosen ? undefined : level)}
          >
            <Glyph name={`level${level}`} />
            {byName(`enum.level.${level}`)} <b className="num">{total ?? 0}</b>
          </button>
        )
      })}
    </fieldset>
  )
}

/** What is broken now and who takes it on: the target of the bell (FB-3). */
export default function FaultDeviceScreen() {
  const { t } = useText()
  const navigate = useNavigate()
  const mayAck = usePermission(['fault:ack'])
  const ack = useAck()
  useFreshFaults()
  const slots: ListSlots<typeof faultResource> = {
    twoLines: true,
    cells: FAULT_CELLS,
    begin: BEGIN,
    omitFilters: OMITTED,
    omitColumns: NO_COLUMNS,
    options: { code: faultCodes() },
    counts: (query, setFilter) => <LevelCounts query={query} onFilter={setFilter} />,
    nothing: <EmptyState icon="check" text={t('fault.none')} hint={t('fault.noneHint')} />,
    rowActions: (row) => [
      ...(mayAck ? [ackOf(row, ack)] : []),
      {
        key: 'open',
        label: t('fault.openDevice'),
        onClick: () => void navigate(`/device/detail/${row.deviceId}?tab=faults`),
      },
    ],
    ...(mayAck ? { batch: (rows) => <AckChosen rows={rows} onAck={ack} /> } : {}),
  }
  return <ListPage resource={faultResource} slots={slots} />
}
