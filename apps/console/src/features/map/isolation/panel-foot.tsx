import { type IsolationRun, stopIsolation } from '@sluice/contract'
import type { ReactNode } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { toast } from '../../../lib/page/toast.ts'
import { t, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { StopGlyph } from '../../../parts/icon/stop-glyph.tsx'
import { useRefreshed } from './use-isolation.ts'

async function stopAll({ id }: IsolationRun): Promise<void> {
  const { sent, refused } = await call(stopIsolation, { id, idempotencyKey: crypto.randomUUID() })
  if (sent > 0) toast('info', t('isolation.stopped', { n: sent }))
  const names = refused.map(({ name }) => name).join(t('list.comma'))
  if (names) toast('warning', t('isolation.stopRefused', { names }))
}

/** STOP, which never moves and never asks, and below it whatever comes next. */
export function PanelFoot({ run, children }: { run: IsolationRun | null; children: ReactNode }) {
  const { t: words } = useText()
  const maySend = usePermission(['command:send'])
  const { mutate } = useMutation()
  const refresh = useRefreshed()
  const sent = run?.valves.some(({ command, restore }) => command !== null || restore.command !== null) ?? false
  const why = maySend ? (sent ? undefined : words('isolation.stopNothing')) : words('isolation.mayNotSend')
  return (
    <footer className="isolation-foot">
      <Button
        kind="stop"
        className="isolation-main"
        data-testid="isolation-stop"
        disabled={why !== undefined}
        title={why}
        onClick={() => run && void mutate(() => stopAll(run)).then(refresh)}
      >
        <StopGlyph />
        {words('isolation.stopAll')}
      </Button>
      {children}
    </footer>
  )
}
