import type { ReactNode } from 'react'
import { byName, useText } from '../../lib/text/text.ts'
import { EmptyState } from '../fetched/empty-state.tsx'
import { Failed } from '../fetched/fetched.tsx'
import { WaitBlocks } from '../fetched/wait-blocks.tsx'

interface ListEmptyProps {
  name: string
  pending: boolean
  error: Error | null
  filtered: boolean
  /** Replaces the usual text when there are no rows at all. */
  empty?: ReactNode
  onRetry: () => void
  onAdd: (() => void) | null
  onClear: () => void
}

/** Drawn in place of rows: loading, failed, no match, no rows at all (docs/spec/look.md#3). */
export function ListEmpty({ name, pending, error, filtered, empty, onRetry, onClear, onAdd }: ListEmptyProps) {
  const { t } = useText()
  if (error) return <Failed error={error} onRetry={onRetry} />
  if (pending) return <WaitBlocks />
  if (filtered)
    return <EmptyState icon="search" text={t('state.noMatch')} action={{ label: t('state.clear'), onClick: onClear }} />
  if (empty) return empty
  const add = onAdd && { label: t('form.addTitle', { name: byName(`one.${name}`) }), onClick: onAdd }
  return <EmptyState text={t('state.empty')} hint={byName(`empty.${name}`, '')} action={add ?? undefined} />
}
