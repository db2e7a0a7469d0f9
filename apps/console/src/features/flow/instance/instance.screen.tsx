import { flowInstanceResource, type ListedRow, terminateFlow } from '@sluice/contract'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import type { RowAction } from '../../../parts/list/table/row-actions.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { ProgressDrawer } from './progress-drawer.tsx'
import { RequestState } from './state-chip.tsx'

type Instance = ListedRow<typeof flowInstanceResource>

const REASON_MOST = 200

const SLOTS = {
  cells: {
    status: ({ status }) => <RequestState status={status} />,
  },
  phone: {
    title: ({ title }) => title,
    right: ({ status }) => <RequestState status={status} />,
    second: ({ userIdName, currentSteps }) => (
      <span className="clip">{[userIdName, currentSteps].filter(Boolean).join(' · ')}</span>
    ),
    third: ({ instNo }) => <span className="num">{instNo}</span>,
    settled: ({ status }) => status !== 'RUNNING',
  },
  readOnly: true,
} as const satisfies ListSlots<typeof flowInstanceResource>

/** Ends a request, with a reason that everybody in it can read. */
function TerminateForm({ row, onClose }: { row: Instance; onClose: () => void }) {
  const { t } = useText()
  const { busy, mutate } = useMutation(flowInstanceResource.name)
  const [reason, setReason] = useState('')
  const words = reason.trim()
  const end = async () => {
    const input = { instanceId: row.id, reason: words }
    if (await mutate(() => call(terminateFlow, input), { done: t('request.terminated') })) onClose()
  }
  return (
    <SideDialog
      title={t('request.terminate')}
      busy={busy}
      ready={words !== ''}
      confirmLabel={t('request.terminate')}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>
        <b>{row.title}</b> <span className="num t3">{row.instNo}</span>
      </p>
      <Form layout="vertical" requiredMark={requiredMark}>
        <Form.Item label={t('request.reason')} required extra={t('request.reasonHint')}>
          <Input.TextArea
            aria-label={t('request.reason')}
            autoSize={{ minRows: 3, maxRows: 8 }}
            maxLength={REASON_MOST}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </SideDialog>
  )
}

/** Everything that was started in the departments of an administrator (OF-8). */
export default function InstanceScreen() {
  const { t } = useText()
  const mayEnd = usePermission(['flowInstance:terminate'])
  const [shown, setShown] = useState<Instance | null>(null)
  const [ending, setEnding] = useState<Instance | null>(null)
  const actionsOf = (row: Instance): RowAction[] => [
    { key: 'progress', label: t('request.progress'), onClick: () => setShown(row) },
    ...(mayEnd && row.status === 'RUNNING'
      ? [{ key: 'terminate', label: t('request.terminate'), danger: true, onClick: () => setEnding(row) }]
      : []),
  ]
  return (
    <>
      <ListPage
        resource={flowInstanceResource}
        slots={{
          ...SLOTS,
          rowActions: actionsOf,
          onOpen: setShown,
          empty: <EmptyState icon="flow" text={t('request.nobodyStarted')} />,
        }}
      />
      {shown && <ProgressDrawer instanceId={shown.id} onClose={() => setShown(null)} />}
      {ending && <TerminateForm row={ending} onClose={() => setEnding(null)} />}
    </>
  )
}
