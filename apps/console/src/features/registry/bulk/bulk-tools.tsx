import type { DeviceRow } from '@sluice/contract'
import { useState } from 'react'
import { holdsOne } from '../../../lib/access/access.tsx'
import { useSession } from '../../../lib/access/session.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { bulkActions } from './bulk-action.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { LabelDialog } from './label-dialog.tsx'

/** What is done to the selected devices together: changes and steps of their lives, and labels. */
export function BulkTools({ rows }: { rows: readonly DeviceRow[] }) {
  const { t } = useText()
  const held = useSession(({ roles }) => roles)
  const [open, setOpen] = useState<'bulk' | 'labels' | null>(null)
  const may = bulkActions((key) => holdsOne(held, [key])).length > 0
  const close = () => setOpen(null)
  return (
    <>
      {may && (
        <Button disabled={rows.length === 0} onClick={() => setOpen('bulk')}>
          {t('bulk.open')}
        </Button>
      )}
      <Button disabled={rows.length === 0} onClick={() => setOpen('labels')}>
        {t('label.open')}
      </Button>
      {open === 'bulk' && <BulkDialog rows={rows} onClose={close} />}
      {open === 'labels' && <LabelDialog devices={rows} onClose={close} />}
    </>
  )
}
