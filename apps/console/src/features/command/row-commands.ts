import { useCallback, useMemo } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { useLine } from '../../lib/live/line.ts'
import { t } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { type ChosenValve, nameOf, whyNotOne } from './batch/batch-valves.ts'
import { send } from './send.ts'

/** Commands that one key or link may send from a row of a list: none moves a resting valve. */
type RowCommand = 'STOP' | 'READ' | 'ON' | 'OFF'

export interface RowCommands {
  /** Why the valve cannot take the command now; null when it can. */
  because(code: RowCommand, valve: ChosenValve): string | null
  /** Sends it, or says why not. */
  request(code: RowCommand, valve: ChosenValve): void
}

/** Null for users who may not send. */
export function useRowCommands(): RowCommands | null {
  const maySend = usePermission(['command:send'])
  const { kind } = useLine()
  const because = useCallback(
    (code: RowCommand, valve: ChosenValve) => whyNotOne(code, valve, kind !== 'offline'),
    [kind],
  )
  const request = useCallback(
    (code: RowCommand, valve: ChosenValve) => {
      const reason = because(code, valve)
      if (reason === null) void send({ deviceId: valve.device.id, code, params: {} })
      else toast('warning', t('batch.cannot', { name: nameOf(valve), because: reason }))
    },
    [because],
  )
  return useMemo(() => (maySend ? { because, request } : null), [maySend, because, request])
}
