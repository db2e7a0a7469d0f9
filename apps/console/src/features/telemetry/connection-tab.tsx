import type { ConnectionEvent } from '@sluice/contract'
import { connectionPage } from '@sluice/contract'
import { Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { useAnswer } from '../../lib/api/answer.ts'
import { showTime } from '../../lib/time/clock.ts'
import { LineCause } from '../../domain/frame/line-cause.tsx'
import { MISSING } from '../../lib/text/reading-format.ts'
import { bytesText, durationText } from '../../lib/text/value-text.ts'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { Fetched, Outdated } from '../../parts/fetched/fetched.tsx'
import { Pager } from '../../parts/list/pager.tsx'

/** How to connect to the platform, its sessions on a time line, and every connection and disconnection of this device. */
export function ConnectionTab({
  deviceId,
  card,
  sessions,
}: {
  deviceId: string
  card: ReactNode
  sessions: ReactNode
}) {
  const { t, byName } = useText()
  const [{ page, limit }, setPage] = useState({ page: 1, limit: 20 })
  const events = useAnswer(connectionPage, { deviceId, page, limit }, { keep: true, everyMs: 15_000 })
  const none = <EmptyState icon="unplug" text={t('line.noEvents')} />
  return (
    <div className="stack">
      {card}
      {sessions}
      <section className="card list" aria-label={t('line.events')}>
        <div className="list-head">
          <h2 className="part-title">{t('line.events')}</h2>
        </div>
        {events.isError && events.data && <Outdated onRetry={() => void events.refetch()} />}
        <Table<ConnectionEvent>
          rowKey="id"
          dataSource={events.data?.list ?? []}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{
            emptyText: (
              <Fetched query={events} empty={none}>
                {() => null}
              </Fetched>
            ),
          }}
          columns={[
            {
              key: 'ts',
              title: t('line.time'),
              render: (_value, row) => <span className="num">{showTime(row.ts)}</span>,
            },
            { key: 'event', title: t('line.event'), render: (_value, row) => byName(`enum.lineEvent.${row.event}`) },
            {
              key: 'remote',
              title: t('line.remote'),
              render: (_value, row) => <span className="mono t2">{row.remote}</span>,
            },
            { key: 'reason', title: t('line.reason'), render: (_value, row) => <LineCause of={row} /> },
            {
              key: 'duration',
              title: t('line.duration'),
              align: 'right',
              render: (_value, row) => (
                <span className="num">
                  {row.durationS === null ? MISSING : durationText(Math.round(row.durationS))}
                </span>
              ),
            },
            {
              key: 'bytes',
              title: t('line.bytes'),
              align: 'right',
              render: (_value, row) => (
                <span className="num">
                  {bytesText(row.bytesIn)} / {bytesText(row.bytesOut)}
                </span>
              ),
            },
          ]}
        />
        <Pager
          page={page}
          limit={limit}
          total={events.data?.total ?? 0}
          onChange={(next, size) => setPage({ page: next, limit: size })}
        />
      </section>
    </div>
  )
}
