import { type FlowTrace, type ListedRow, ownFlowResource, revokeFlow, traceFlow, urgeFlow } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAddressParam } from '../../../lib/page/address-param.ts'
import { answerKey } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { ask } from '../../../lib/page/ask.ts'
import { toast } from '../../../lib/page/toast.ts'
import { t as say, useText } from '../../../lib/text/text.ts'
import { Button, ButtonLink } from '../../../parts/button/button.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import type { RowAction } from '../../../parts/list/table/row-actions.tsx'
import { ProgressDrawer } from './progress-drawer.tsx'
import { RequestState } from './state-chip.tsx'

type Own = ListedRow<typeof ownFlowResource>

const START = '/workflow/process/start'
/** What was sent back, taken back or ended can be asked for once more (OF-2). */
const COPIED: readonly FlowTrace['status'][] = ['REJECTED', 'WITHDRAWN']

const SLOTS = {
  cells: {
    status: ({ status }) => <RequestState status={status} />,
  },
  phone: {
    title: ({ title }) => title,
    right: ({ status }) => <RequestState status={status} />,
    second: ({ currentSteps }) => <span className="clip">{currentSteps}</span>,
    third: ({ instNo }) => <span className="num">{instNo}</span>,
    settled: ({ status }) => status !== 'RUNNING',
  },
  readOnly: true,
} as const satisfies ListSlots<typeof ownFlowResource>

/** What a starter does about a request of theirs. */
function useOwnRequest() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { busy, mutate } = useMutation(ownFlowResource.name)
  const again = () => client.invalidateQueries({ queryKey: answerKey(traceFlow) })
  const withdraw = async (instanceId: string) => {
    const isSure = await ask({
      title: say('request.withdraw'),
      text: say('request.withdrawAsk'),
      confirm: say('request.withdraw'),
      cancel: say('action.cancel'),
      danger: true,
    })
    if (isSure && (await mutate(() => call(revokeFlow, { instanceId }), { done: say('request.withdrawn') })))
      await again()
  }
  const urge = (instanceId: string) =>
    mutate(async () => {
      const { names } = await call(urgeFlow, { instanceId })
      toast('success', say('request.urged', { who: names.join(say('list.comma')) }))
    })
  const copy = (instanceId: string, definitionId: string) =>
    void navigate(`${START}?flow=${definitionId}&from=${instanceId}`)
  return { busy, withdraw, urge, copy }
}

type Doing = ReturnType<typeof useOwnRequest>

/** Below the progress: what can be done, and why something cannot. */
function OwnActions({ trace, definitionId, doing }: { trace: FlowTrace; definitionId: string | null; doing: Doing }) {
  const { t } = useText()
  const { instanceId, status, canWithdraw, canUrge } = trace
  if (COPIED.includes(status))
    return (
      definitionId !== null && (
        <div className="form-footer">
          <Button onClick={() => doing.copy(instanceId, definitionId)}>{t('request.copy')}</Button>
        </div>
      )
    )
  if (status !== 'RUNNING') return null
  return (
    <div className="form-footer">
      {!canWithdraw && <span className="t3">{t('request.noWithdraw')}</span>}
      <Button disabled={!canWithdraw || doing.busy} onClick={() => void doing.withdraw(instanceId)}>
        {t('request.withdraw')}
      </Button>
      <Button disabled={!canUrge || doing.busy} onClick={() => void doing.urge(instanceId)}>
        {t('request.urge')}
      </Button>
    </div>
  )
}

/** OF-3: what a person asked for, how far it is, and what they can still do about it. */
export default function OwnFlowsScreen() {
  const { t } = useText()
  const doing = useOwnRequest()
  const [shown, setShown] = useState<Own | null>(null)
  // Of a link.
  const [linked, setLinked] = useAddressParam('instance')
  const open = shown?.id ?? linked
  const close = () => {
    setShown(null)
    if (linked !== null) setLinked(null)
  }
  const actionsOf = (row: Own): RowAction[] => [
    { key: 'progress', label: t('request.progress'), onClick: () => setShown(row) },
    ...(row.status === 'RUNNING'
      ? [
          { key: 'urge', label: t('request.urge'), changes: true, onClick: () => void doing.urge(row.id) },
          { key: 'withdraw', label: t('request.withdraw'), changes: true, onClick: () => void doing.withdraw(row.id) },
        ]
      : []),
    ...(COPIED.includes(row.status)
      ? [{ key: 'copy', label: t('request.copy'), onClick: () => doing.copy(row.id, row.definitionId) }]
      : []),
  ]
  return (
    <>
      <ListPage
        resource={ownFlowResource}
        slots={{
          ...SLOTS,
          tools: (
            <ButtonLink kind="theme" to={START}>
              {t('request.new')}
            </ButtonLink>
          ),
          rowActions: actionsOf,
          onOpen: setShown,
          empty: <EmptyState icon="sheet" text={t('request.none')} hint={t('request.noneHint')} />,
        }}
      />
      {open !== null && (
        <ProgressDrawer
          instanceId={open}
          onClose={close}
          actions={(trace) => <OwnActions trace={trace} definitionId={shown?.definitionId ?? null} doing={doing} />}
        />
      )}
    </>
  )
}
