import { flowTaskResource, type ListedRow } from '@sluice/contract'
import { useState } from 'react'
import { byName, t as say, useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import { ProgressDrawer } from './progress-drawer.tsx'

type Task = ListedRow<typeof flowTaskResource>

const SLOTS = {
  phone: {
    title: ({ title }) => title,
    right: ({ status }) => byName(`enum.flowTaskStatus.${status}`),
    second: ({ flowName, stepName }) => (
      <span className="clip">{say('approval.of', { flow: flowName, step: stepName })}</span>
    ),
    third: ({ starterIdName }) => <span className="clip">{starterIdName}</span>,
  },
  readOnly: true,
} as const satisfies ListSlots<typeof flowTaskResource>

/** OF-4: what a person has decided or read, the newest first, each with the progress of its request. */
export default function OwnTasksScreen() {
  const { t } = useText()
  const [shown, setShown] = useState<Task | null>(null)
  return (
    <>
      <ListPage
        resource={flowTaskResource}
        slots={{
          ...SLOTS,
          rowActions: (row) => [{ key: 'progress', label: t('request.progress'), onClick: () => setShown(row) }],
          onOpen: setShown,
          empty: <EmptyState icon="check" text={t('request.nothingDone')} />,
        }}
      />
      {shown && <ProgressDrawer instanceId={shown.instanceId} onClose={() => setShown(null)} />}
    </>
  )
}
