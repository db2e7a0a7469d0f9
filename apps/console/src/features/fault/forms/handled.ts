import type { FaultRow, Handled } from '@sluice/contract'
import type { TextKey } from '../../../texts/zh-CN.ts'
import { toast } from '../../../lib/page/toast.ts'
import { byName, t } from '../../../lib/text/text.ts'
import { refreshFaultCount } from '../fault-count.ts'

/** Says how many were done, and which were refused in which state: somebody, or the platform, was faster. */
export function tellHandled({ done, refused }: Handled, faults: readonly FaultRow[], said: TextKey): void {
  void refreshFaultCount()
  toast('success', t(said, { n: done.length }))
  if (refused.length === 0) return
  const which = refused.map(({ id, handleState }) =>
    t('faultForm.refusedOne', {
      name: faults.find((fault) => fault.id === id)?.deviceName ?? id,
      state: byName(`enum.handleState.${handleState}`),
    }),
  )
  toast('warning', t('faultForm.refused', { n: refused.length, which: which.join(t('list.comma')) }))
}
