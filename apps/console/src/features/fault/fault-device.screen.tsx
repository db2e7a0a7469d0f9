import { faultResource, type FaultRow, SILENCE_FAULTS } from '@sluice/contract'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { FilterChips } from '../../parts/list/search/filter-chips.tsx'
import { FilterCounts, type FilterCountsProps } from '../../parts/list/search/filter-counts.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { FiltersOf } from '../../parts/list/list-query.ts'
import { FAULT_SLOTS, faultCodes } from './fault-cells.tsx'
import { useFaultCount } from './fault-count.ts'
import { FaultViews } from './fault-views.tsx'
import { useFreshFaults } from './fresh-faults.ts'
import { FAULT_WALK } from './page/fault-steps.ts'
import { useRemedySlots } from './remedy-slots.tsx'
import { type SilentGroup, SilentGroups, useSilentGroups } from './silent-groups.tsx'

const LEVELS = ['level4', 'level3', 'level2', 'level1'] as const
/** Active faults by default, and no consequences: they stand under their cause. */
const BEGIN = { conditionState: 'ACTIVE', explained: 'false' } satisfies FiltersOf<typeof faultResource>
/** Drawn as numbers above the table, or set by links only. */
const OMITTED = ['level', 'deviceId', 'explained', 'takenId', 'messageId'] as const
/** Set by a link, and shown as a chip. */
const CHIPS = ['messageId'] as const
/** The device has a column with its name. */
const NO_COLUMNS = ['deviceId', 'takenId', 'messageId'] as const
/** The title says the type. */
const NO_COLUMNS_OF_PART = [...NO_COLUMNS, 'deviceTypeCode'] as const

function LevelCounts(props: Pick<FilterCountsProps<typeof faultResource>, 'query' | 'onFilter'>) {
  const { t, byName } = useText()
  const waiting = useFaultCount((state) => state.count)
  return (
    <FilterCounts<typeof faultResource>
      {...props}
      // A new count on the bell counts again here.
      name={`fault ${waiting}`}
      label={t('fault.counts')}
      counted={LEVELS.map((glyph) => ({
        filter: 'level',
        value: glyph.slice(-1),
        glyph,
        label: byName(`enum.level.${glyph.slice(-1)}`),
      }))}
      count={async (filters, signal) =>
        (await pageOf(faultResource, { ...filters, limit: 1 }, { silent: true, signal })).total
      }
    />
  )
}

/** What a search may say while the list still begins with what waits for somebody. */
const WAITS: Readonly<Record<string, string>> = { conditionState: 'ACTIVE', handleState: 'UNHANDLED' }
const NO_GROUPS: readonly SilentGroup[] = []

/** The groups of a phone, where the list shows what waits of all devices, and a fold that leaves out the rows that a group stands for. */
function useGrouped(isPart: boolean) {
  const [search] = useSearchParams()
  const all = useSilentGroups()
  const groups = !isPart && [...search].every(([name, value]) => WAITS[name] === value) ? all : NO_GROUPS
  const within = groups.flatMap(({ slaves }) => slaves.map(({ id }) => id)).join()
  const fold = useCallback(
    <Shown extends FaultRow>(rows: readonly Shown[]): readonly Shown[] => {
      const ids = new Set(within.split(','))
      const isOfGroup = (row: Shown) =>
        ids.has(row.deviceId) && row.handleState === 'UNHANDLED' && SILENCE_FAULTS.includes(row.code)
      return rows.filter((row) => !isOfGroup(row))
    },
    [within],
  )
  return { groups, fold }
}

interface FaultDeviceProps {
  /** Of these devices alone, under this title; the same object on every render. */
  only?: Pick<FiltersOf<typeof faultResource>, 'deviceTypeCode'>
  title?: string
}

/** Active faults and who acknowledged them: the target of the bell (FB-3). */
export default function FaultDeviceScreen({ only, title }: FaultDeviceProps) {
  const { t } = useText()
  const { groups, fold } = useGrouped(only !== undefined)
  const { slots, shown } = useRemedySlots()
  useFreshFaults()
  return (
    <>
      <ListPage
        resource={faultResource}
        slots={{
          ...FAULT_SLOTS,
          ...slots,
          twoLines: true,
          ...(only && { fixedFilters: only, title }),
          defaultFilters: BEGIN,
          omitFilters: OMITTED,
          omitColumns: only ? NO_COLUMNS_OF_PART : NO_COLUMNS,
          options: { code: faultCodes() },
          counts: (query, setFilter, filter) => (
            <div className="fault-counts">
              <FaultViews query={query} onFilter={filter} />
              <LevelCounts query={query} onFilter={setFilter} />
              <FilterChips resource={faultResource} filters={query.filters} names={CHIPS} onFilter={filter} />
            </div>
          ),
          walk: FAULT_WALK,
          fold,
          above: groups.length > 0 ? <SilentGroups groups={groups} /> : null,
          empty: <EmptyState icon="check" text={t('fault.none')} hint={t('fault.noneHint')} />,
        }}
      />
      {shown}
    </>
  )
}
