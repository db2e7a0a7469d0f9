import { dictTypeResource, type DictTypeRow } from '@sluice/contract'
import type { ReactNode } from 'react'
import { t, useText } from '../../lib/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Cells } from '../../parts/list/table-props.ts'

const CELLS: Cells<typeof dictTypeResource> = {
  dictType: (row) => <span className="mono">{row.dictType}</span>,
}

/** Why a type cannot go: said before it is tried; the server decides again. */
export function keeperOfType(row: DictTypeRow): string | null {
  if (row.builtin) return t('dict.keepBuiltin')
  return row.entryCount ? t('dict.keepFull') : null
}

interface TypeListProps {
  tools: ReactNode
  /** Shows the entries of a type. */
  onEntries: (id: string) => void
}

/** All types as a list of their own (AD-7). */
export function TypeList({ tools, onEntries }: TypeListProps) {
  useText()
  return (
    <ListPage
      resource={dictTypeResource}
      slots={{
        tools,
        cells: CELLS,
        rowActions: (row) => [{ key: 'entries', label: t('dict.entries'), onClick: () => onEntries(row.id) }],
      }}
    />
  )
}
