import type { faultResource, FaultRow } from '@sluice/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePhone } from '../../lib/page/width.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { ViewDrawer } from '../../parts/overlay/view-drawer.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'

const FaultWhy = lazy(() => import('./fault-why.tsx').then((part) => ({ default: part.FaultWhy })))

const ConsequenceRows = lazy(() => import('./consequence-rows.tsx').then((part) => ({ default: part.ConsequenceRows })))

const drawn = (fault: FaultRow) => (
  <Suspense>
    {fault.consequences > 0 && <ConsequenceRows fault={fault} />}
    <FaultWhy fault={fault} />
  </Suspense>
)

/**
 * What each fault explains, what raised it, its cause and remedy, and the values then: below its row, on a phone as one of the row's
 * actions. `shown` belongs beside the list.
 */
export function useRemedySlots(): {
  slots: Pick<ListSlots<typeof faultResource>, 'expanded' | 'rowActions'>
  shown: ReactNode
} {
  const { t } = useText()
  const phone = usePhone()
  const [row, setRow] = useState<FaultRow | null>(null)
  if (!phone) return { slots: { expanded: drawn }, shown: null }
  return {
    slots: { rowActions: (one) => [{ key: 'why', label: t('fault.why'), onClick: () => setRow(one) }] },
    shown: row && (
      <ViewDrawer title={byName(`fault.${row.code}`, row.code)} width={360} onClose={() => setRow(null)}>
        {drawn(row)}
      </ViewDrawer>
    ),
  }
}
