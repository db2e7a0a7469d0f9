import {
  ackFault,
  type FaultRow,
  faultCount,
  faultResource,
  releaseFault,
  takeSilence,
  type WaitingItem,
  waitingNow,
} from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { usePermission } from '../../lib/access/access.tsx'
import { answerKey } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { toast } from '../../lib/page/toast.ts'
import { t } from '../../lib/text/text.ts'
import { titleOf } from './waiting.ts'

/** Taking what waits on oneself, and giving it back while the message offers it. */
export function useTaking() {
  const client = useQueryClient()
  const mayTake = usePermission(['fault:ack'])
  const refresh = () => {
    for (const queryKey of [answerKey(waitingNow), answerKey(faultCount), ['page', faultResource.name]])
      void client.invalidateQueries({ queryKey })
  }
  /** A refusal was shown by the call; either way the lists show what is stored. */
  const giveBack = (ids: string[]) => void call(releaseFault, { ids }).then(refresh, refresh)
  const took = (ids: string[], name: string) => {
    toast('success', t('waiting.took', { name }), { label: t('action.undo'), onClick: () => giveBack(ids) })
    refresh()
  }
  const takeFault = (id: string, version: number, name: string) =>
    void call(ackFault, { id, version }).then(() => took([id], name), refresh)
  return {
    mayTake,
    take(item: WaitingItem): void {
      const name = titleOf(item)
      if (item.kind === 'FAULT') takeFault(item.id, item.version, name)
      if (item.kind !== 'SILENCE') return
      void call(takeSilence, { masterId: item.id, deptId: item.deptId }).then((ids) => took(ids, name), refresh)
    },
    takeRow: ({ id, version, deviceName }: FaultRow) => takeFault(id, version, deviceName),
  }
}
