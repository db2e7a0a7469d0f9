import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../lib/text/text.ts'
import { EmptyState } from './empty-state.tsx'
import { WaitBlocks } from './wait-blocks.tsx'

interface FetchedProps<T> {
  query: UseQueryResult<T>
  /** Blocks that stand for what is waited for. */
  rows?: number
  children: (data: T) => ReactNode
}

/** What a query answers; until then that it is waited for, or why it failed and a way to try again. */
export function Fetched<T>({ query, rows = 4, children }: FetchedProps<T>) {
  const { t } = useText()
  if (query.isPending) return <WaitBlocks rows={rows} />
  if (!query.isError) return children(query.data)
  return (
    <EmptyState
      icon="broken"
      text={t('state.failed')}
      hint={query.error.message}
      action={{ label: t('action.retry'), onClick: () => void query.refetch() }}
    />
  )
}
