import type { ActiveFault, Fault } from '@sluice/contract'
import { deviceFaults } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Age } from '../../parts/reading.tsx'
import { Chip, FaultChip } from '../../parts/status-chip.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'

/** Faults of this device, active ones first; asked again when the set of active ones changes. */
export function FaultTab({ deviceId, active }: { deviceId: string; active: readonly ActiveFault[] }) {
  const { t, byName } = useText()
  const known = active.map((fault) => fault.code).join(',')
  const faults = useQuery({
    queryKey: ['faults', deviceId, known],
    queryFn: ({ signal }) => call(deviceFaults, { deviceId }, { inPlace: true, signal }),
    placeholderData: (before) => before,
  })
  const empty = faults.isError ? (
    <EmptyState
      icon="broken"
      text={t('state.failed')}
      hint={faults.error.message}
      action={{ label: t('action.retry'), onClick: () => void faults.refetch() }}
    />
  ) : faults.isPending ? (
    <WaitBlocks rows={4} />
  ) : (
    <EmptyState icon="shield" text={t('device.noFaults')} />
  )
  return (
    <section className="card list" aria-label={t('device.faults')}>
      <Table<Fault>
        rowKey="id"
        dataSource={faults.data ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: empty }}
        columns={[
          {
            key: 'code',
            title: t('fault.code'),
            render: (_value, row) => <FaultChip code={row.code} level={row.level} />,
          },
          { key: 'level', title: t('fault.level'), render: (_value, row) => byName(`enum.level.${row.level}`) },
          {
            key: 'state',
            title: t('fault.state'),
            render: (_value, row) =>
              row.conditionState === 'ACTIVE' ? (
                <b>{byName('enum.conditionState.ACTIVE')}</b>
              ) : (
                <Chip tone="plain" text={byName('enum.conditionState.CLEARED')} />
              ),
          },
          { key: 'first', title: t('fault.firstTime'), render: (_value, row) => <Age time={row.firstTime} /> },
          { key: 'last', title: t('fault.lastTime'), render: (_value, row) => <Age time={row.lastTime} /> },
          { key: 'clear', title: t('fault.clearTime'), render: (_value, row) => <Age time={row.clearTime} /> },
          {
            key: 'count',
            title: t('fault.count'),
            align: 'right',
            render: (_value, row) => <span className="num">{row.count}</span>,
          },
        ]}
      />
    </section>
  )
}
