import type { faultResource, FaultRow, Handled } from '@sluice/contract'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import type { TextKey } from '../../../texts/zh-CN.ts'
import { toast } from '../../../lib/page/toast.ts'
import { byName, t } from '../../../lib/text/text.ts'
import { refreshFaultCount } from '../fault-count.ts'

/** Says how many were done, and which were refused in which state: somebody, or the platform, was faster. */
export function tellHandled({ done, refused }: Handled, faults: readonly FaultRow[], said: TextKey): void {
  void refreshFaultCount()
  toast('success', t(said, { n: done.length }))
  if (refused.length === 0) return
  const which = refused.map(({ id, handleState, stillActive }) =>
    t('faultForm.refusedOne', {
      name: faults.find((fault) => fault.id === id)?.deviceName ?? id,
      state: byName(stillActive ? 'enum.conditionState.ACTIVE' : `enum.handleState.${handleState}`),
    }),
  )
  toast('warning', t('faultForm.refused', { n: refused.length, which: which.join(t('list.comma')) }))
}

const SAID: Readonly<Record<string, TextKey>> = {
  start: 'faultForm.started',
  close: 'faultForm.closed',
  reopen: 'faultForm.reopened',
}

/** What is done to all of a selection by one call. */
export const onAnswer: NonNullable<ListSlots<typeof faultResource>['onAnswer']> = (action, answer, faults) => {
  const said = SAID[action]
  if (said) tellHandled(answer as Handled, faults, said)
}
