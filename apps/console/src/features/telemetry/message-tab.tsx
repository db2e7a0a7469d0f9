import type { DeviceMessage, Verdict } from '@sluice/contract'
import { messagePage, VERDICTS } from '@sluice/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Select, Table } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { showTime } from '../../lib/clock.ts'
import { onLive, watchLive } from '../../lib/live.ts'
import { formatNumber, MISSING } from '../../lib/reading-format.ts'
import { byName, useText } from '../../lib/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FrameView } from '../../parts/frame-view.tsx'
import { Glyph } from '../../parts/glyphs.tsx'
import { Pager } from '../../parts/list/pager.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'
import { RefreshButton } from '../../parts/tool-button.tsx'

/** Frames that come in bursts are one refresh. */
const GATHER_MS = 400

/** New frames arrive by themselves while the first page is looked at. */
function useFreshMessages(deviceId: string, on: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!on) return
    let gathering: ReturnType<typeof setTimeout> | undefined
    const stopWatching = watchLive({ messages: [deviceId] })
    const stopListening = onLive((event) => {
      if (event.type !== 'message' || event.deviceId !== deviceId) return
      clearTimeout(gathering)
      gathering = setTimeout(() => void client.invalidateQueries({ queryKey: ['messages', deviceId] }), GATHER_MS)
    })
    return () => {
      clearTimeout(gathering)
      stopWatching()
      stopListening()
    }
  }, [deviceId, on, client])
}

function VerdictMark({ result }: { result: Verdict }) {
  const { byName } = useText()
  const good = result === 'OK' || result === 'DUPLICATE'
  return (
    <span className={good ? 'verdict' : 'verdict bad'}>
      {!good && <Glyph name="level2" />}
      {byName(`enum.verdict.${result}`, result)}
    </span>
  )
}

function Direction({ direction }: { direction: DeviceMessage['direction'] }) {
  const { byName } = useText()
  return (
    <span className="direction">
      <span aria-hidden="true">{direction === 'UP' ? '↑' : '↓'}</span>
      {byName(`enum.direction.${direction}`)}
    </span>
  )
}

/** What a frame is for; some mean another thing when the station says them. */
function funcText({ protocol, func, direction }: DeviceMessage): string {
  if (!func) return MISSING
  const key = `func.${protocol}.${func}`
  return byName(`${key}.${direction}`, byName(key, func))
}

/** Raw frames newest first; a row opens to its bytes and their meaning. */
export function MessageTab({ deviceId }: { deviceId: string }) {
  const { t, byName } = useText()
  const [{ page, limit }, setPage] = useState({ page: 1, limit: 20 })
  const [result, setResult] = useState<Verdict | undefined>()
  useFreshMessages(deviceId, page === 1)
  const messages = useQuery({
    queryKey: ['messages', deviceId, page, limit, result],
    queryFn: ({ signal }) =>
      call(messagePage, { deviceId, page, limit, ...(result ? { result } : {}) }, { inPlace: true, signal }),
    placeholderData: keepPreviousData,
  })
  const empty = messages.isError ? (
    <EmptyState
      icon="broken"
      text={t('state.failed')}
      hint={messages.error.message}
      action={{ label: t('action.retry'), onClick: () => void messages.refetch() }}
    />
  ) : messages.isPending ? (
    <WaitBlocks rows={4} />
  ) : (
    <EmptyState icon="inbox" text={t('message.none')} hint={t('message.noneHint')} />
  )
  return (
    <section className="card list" aria-label={t('device.messages')} aria-busy={messages.isFetching}>
      <div className="list-head">
        <Select<Verdict>
          allowClear
          className="tool-select"
          value={result ?? null}
          placeholder={t('message.allResults')}
          aria-label={t('message.result')}
          options={VERDICTS.map((one) => ({ value: one, label: byName(`enum.verdict.${one}`, one) }))}
          onChange={(next) => {
            setResult(next)
            setPage({ page: 1, limit })
          }}
        />
        <div className="list-tools">
          <RefreshButton onClick={() => void messages.refetch()} />
        </div>
      </div>
      <Table<DeviceMessage>
        rowKey="id"
        dataSource={messages.data?.list ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: empty }}
        expandable={{
          expandRowByClick: true,
          // A fixed column keeps the opened frame inside the card instead of stretching the table.
          fixed: 'start',
          expandedRowRender: (row) => <FrameView hex={row.hex} decoded={row.decoded} />,
        }}
        columns={[
          {
            key: 'ts',
            title: t('message.time'),
            render: (_value, row) => <span className="num">{showTime(row.ts)}</span>,
          },
          {
            key: 'direction',
            title: t('message.direction'),
            render: (_value, row) => <Direction direction={row.direction} />,
          },
          {
            key: 'func',
            title: t('message.func'),
            render: (_value, row) => funcText(row),
          },
          {
            key: 'length',
            title: (
              <>
                {t('message.length')}
                <span className="unit">B</span>
              </>
            ),
            align: 'right',
            render: (_value, row) => <span className="num">{formatNumber(row.length, 0)}</span>,
          },
          { key: 'result', title: t('message.result'), render: (_value, row) => <VerdictMark result={row.result} /> },
          {
            key: 'hex',
            title: t('message.hex'),
            render: (_value, row) => <code className="hex-line">{row.hex.toUpperCase().slice(0, 48)}</code>,
          },
        ]}
      />
      <Pager
        page={page}
        limit={limit}
        total={messages.data?.total ?? 0}
        onChange={(next, size) => setPage({ page: next, limit: size })}
      />
    </section>
  )
}
