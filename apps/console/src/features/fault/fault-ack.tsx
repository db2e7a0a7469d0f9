import { ackFault, faultResource, type FaultRow } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t, useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import type { RowAction } from '../../parts/list/row-actions.tsx'
import { refreshFaultCount } from './fault-count.ts'

const waits = (row: FaultRow) => row.handleState === 'UNHANDLED'

type Ack = (rows: readonly FaultRow[]) => Promise<void>

/** Takes faults on, one after the other; what became of them is read again. */
export function useAck(): Ack {
  const { t } = useText()
  const client = useQueryClient()
  return async (rows) => {
    let taken = 0
    try {
      for (const { id, version } of rows) {
        await call(ackFault, { id, version })
        taken++
      }
    } catch {
      // Shown by the request layer; the list shows what it became.
    }
    if (taken > 0) toast('success', taken === 1 ? t('fault.acked') : t('fault.ackedSome', { n: taken }))
    await Promise.all([client.invalidateQueries({ queryKey: ['page', faultResource.name] }), refreshFaultCount()])
  }
}

/** Taking on the fault of a row. */
export const ackOf = (row: FaultRow, ack: Ack): RowAction => ({
  key: 'ack',
  label: t('fault.ack'),
  because: waits(row) ? null : t('fault.ackWhy'),
  onClick: () => void ack([row]),
})

/** Takes on what is chosen and waits for somebody. */
export function AckChosen({ rows, onAck }: { rows: readonly FaultRow[]; onAck: Ack }) {
  const { t } = useText()
  const [busy, setBusy] = useState(false)
  const able = rows.filter(waits)
  const start = () => {
    setBusy(true)
    void onAck(able).finally(() => setBusy(false))
  }
  return (
    <>
      {rows.length > 0 && (
        <span className="t2 num" role="status">
          {t('list.selected', { n: rows.length })}
        </span>
      )}
      <button
        type="button"
        className="btn"
        disabled={busy || able.length === 0}
        title={rows.length > 0 && able.length === 0 ? t('fault.ackWhy') : undefined}
        onClick={start}
      >
        {t('fault.ack')}
        {able.length > 0 && <span className="num">{able.length}</span>}
      </button>
    </>
  )
}
