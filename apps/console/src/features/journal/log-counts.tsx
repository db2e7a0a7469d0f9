import { LOG_CATEGORIES, operationLogResource } from '@sluice/contract'
import { lookOf } from '../../domain/command/command-tone.ts'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { FilterCounts, type FilterCountsProps } from '../../parts/list/search/filter-counts.tsx'

/** The outcomes that somebody has to look at. */
const OPEN_ENDS = ['TIMEOUT', 'FAILED'] as const

type Props = Pick<FilterCountsProps<typeof operationLogResource>, 'query' | 'onFilter'>

/** How many lines each category has, and how many commands are unconfirmed or failed. All of time is not counted. */
export function LogCounts({ query, onFilter }: Props) {
  const { t } = useText()
  const { days, startTime, endTime } = query.filters as Readonly<Record<string, string | undefined>>
  if (days === undefined && (startTime === undefined || endTime === undefined)) return null
  return (
    <FilterCounts<typeof operationLogResource>
      name="operationLog"
      label={t('log.counts')}
      query={query}
      onFilter={onFilter}
      counted={[
        ...LOG_CATEGORIES.map((value) => ({
          filter: 'category' as const,
          value,
          label: byName(`logCategory.${value}`),
        })),
        ...OPEN_ENDS.map((status) => ({
          filter: 'outcome' as const,
          value: status,
          glyph: lookOf({ status }).glyph,
          label: byName(`enum.commandStatus.${status}`),
        })),
      ]}
      count={async (filters, signal) =>
        (await pageOf(operationLogResource, { ...filters, limit: 1 }, { silent: true, signal })).total
      }
    />
  )
}
