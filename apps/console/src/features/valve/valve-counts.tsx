import type { valveSlaveResource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../../lib/live/live.ts'
import { useText } from '../../lib/text/text.ts'
import type { QueryOf } from '../../parts/list/list-query.ts'
import type { SetFilter } from '../../parts/list/layout/list-slots.ts'
import { type CountedMark, StatusCounts } from '../../parts/list/search/status-counts.tsx'
import { countValves } from './valve-rows.ts'

/** A batch changes many rows at once: the numbers are counted once. */
const CALM_MS = 1_000

interface CountsProps {
  query: QueryOf<typeof valveSlaveResource>
  onFilter: SetFilter<typeof valveSlaveResource>
}

/** A step of a command changes the counts of open commands: they, and a list filtered by them, refresh at once. */
function useFreshCounts({ filters }: CountsProps['query']): void {
  const client = useQueryClient()
  const listsThem = 'pending' in filters || 'unconfirmed' in filters
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = onLive((event) => {
      if (event.type !== 'command' || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: ['count', 'valves'] })
        if (listsThem) void client.invalidateQueries({ queryKey: ['page', 'valveSlave'] })
      }, CALM_MS)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [client, listsThem])
}

/** The valve list's numbers: link, faults, and unproven commands. */
export function ValveCounts({ query, onFilter }: CountsProps) {
  const { t } = useText()
  useFreshCounts(query)
  const marks: readonly CountedMark<typeof valveSlaveResource>[] = [
    { filter: 'faulty', label: t('valve.fault') },
    { filter: 'pending', glyph: 'pending', label: t('valve.pending') },
    { filter: 'unconfirmed', glyph: 'unconfirmed', label: t('step.unknown') },
  ]
  return (
    <StatusCounts
      name="valves"
      label={t('valve.counts')}
      count={countValves}
      marks={marks}
      query={query}
      onFilter={onFilter}
    />
  )
}
