import type { ReactNode } from 'react'
import { byName, useText } from '../../lib/text/text.ts'
import { EmptyState } from '../empty-state.tsx'
import { Glyph } from '../icon/glyphs.tsx'
import { WaitBlocks } from '../wait-blocks.tsx'

interface ListEmptyProps {
  name: string
  pending: boolean
  error: Error | null
  filtered: boolean
  /** Instead of the usual words where there is nothing at all. */
  empty?: ReactNode
  onRetry: () => void
  onClear: () => void
}

/** What stands where rows would: waiting, failed, nothing that matches, nothing at all (docs/spec/look.md#3). */
export function ListEmpty({ name, pending, error, filtered, empty, onRetry, onClear }: ListEmptyProps) {
  const { t } = useText()
  if (error) {
    return (
      <EmptyState
        icon="broken"
        text={t('state.failed')}
        hint={error.message}
        action={{ label: t('action.retry'), onClick: onRetry }}
      />
    )
  }
  if (pending) return <WaitBlocks />
  if (filtered)
    return <EmptyState icon="search" text={t('state.noMatch')} action={{ label: t('state.clear'), onClick: onClear }} />
  return empty ?? <EmptyState text={t('state.empty')} hint={byName(`empty.${name}`, '')} />
}

/** Over rows that could not be refreshed: they stay, greyed. */
export function OldRows({ onRetry }: { onRetry: () => void }) {
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
