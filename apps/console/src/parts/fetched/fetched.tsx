import type { ReactNode } from 'react'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from './empty-state.tsx'
import { Glyph } from '../icon/glyphs.tsx'
import { WaitBlocks } from './wait-blocks.tsx'

/** A failure with its reason and a retry button. */
export function Failed({ error, onRetry }: { error: Error | null | undefined; onRetry: () => void }) {
  const { t } = useText()
  const again = { label: t('action.retry'), onClick: onRetry }
  return <EmptyState icon="broken" text={t('state.failed')} hint={error?.message} action={again} />
}

/** Above an old answer whose refresh failed: says so, with a retry button. */
export function Outdated({ onRetry }: { onRetry: () => void }) {
  const { t } = useText()
  return (
    <p className="notice old-rows" role="status">
      <Glyph name="level2" />
      {t('state.old')}
      <button type="button" className="link" onClick={onRetry}>
        {t('action.retry')}
      </button>
    </p>
  )
}

/** The part of a query (`useAnswer`, `useRow`) that is drawn. */
interface Query<T> {
  data: T | undefined
  error: Error | null
  isLoading: boolean
  refetch: () => unknown
}

interface FetchedProps<T> {
  query: Query<T>
  /** How many placeholder lines are drawn while loading. */
  rows?: number
  /** Draws waiting and failed in a card, where the answer brings cards of its own. */
  card?: boolean
  /** Drawn for an empty answer: an empty array, or a page without rows. */
  empty?: ReactNode
  children: (data: T) => ReactNode
}

function holdsNothing(data: unknown): boolean {
  const list = Array.isArray(data) ? data : (data as { list?: unknown } | null)?.list
  return Array.isArray(list) && list.length === 0
}

/**
 * Draws a query in every state: loading, failed with the reason and a retry button, empty, answered, and answered but
 * not refreshed. Draws nothing while there is no request.
 */
export function Fetched<T>({ query, rows = 4, card = false, empty, children }: FetchedProps<T>) {
  const { data, error, isLoading, refetch } = query
  const retry = () => void refetch()
  if (data === undefined) {
    if (!error && !isLoading) return null
    const face = error ? <Failed error={error} onRetry={retry} /> : <WaitBlocks rows={rows} />
    return card ? <div className="card">{face}</div> : face
  }
  return (
    <>
      {error && <Outdated onRetry={retry} />}
      {empty !== undefined && holdsNothing(data) ? empty : children(data)}
    </>
  )
}
