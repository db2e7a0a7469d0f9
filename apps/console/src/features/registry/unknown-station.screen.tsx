import type { UnknownStation } from '@sluice/contract'
import { unknownStationPage } from '@sluice/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Table } from 'antd'
import { useEffect, useState } from 'react'
import { usePermission } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { onLive, watchLive } from '../../lib/live.ts'
import { useText } from '../../lib/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Pager } from '../../parts/list/pager.tsx'
import { RowActions } from '../../parts/list/row-actions.tsx'
import { SearchField } from '../../parts/list/search-field.tsx'
import { Age } from '../../parts/reading.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'
import { RefreshButton } from '../../parts/tool-button.tsx'
import { StationDrawer } from './station-drawer.tsx'

const KEY = ['page', 'unknownStation'] as const

/** The list changes by itself while it is looked at. */
function useFreshStations(): void {
  const client = useQueryClient()
  useEffect(() => {
    const stopWatching = watchLive({ unknownStations: true })
    const stopListening = onLive((event) => {
      if (event.type === 'unknownStation') void client.invalidateQueries({ queryKey: KEY })
    })
    return () => {
      stopWatching()
      stopListening()
    }
  }, [client])
}

/** Stations that report and belong to no device yet: look at their frames, then adopt them. */
export default function UnknownStationScreen() {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const keyword = typed.trim()
  const [{ page, limit }, setPage] = useState({ page: 1, limit: 20 })
  const [open, setOpen] = useState<UnknownStation | null>(null)
  const mayAdopt = usePermission(['device:add'])
  useFreshStations()
  const stations = useQuery({
    queryKey: [...KEY, page, limit, keyword],
    queryFn: ({ signal }) =>
      call(unknownStationPage, { page, limit, ...(keyword ? { keyword } : {}) }, { inPlace: true, signal }),
    placeholderData: keepPreviousData,
  })
  const empty = stations.isError ? (
    <EmptyState
      icon="broken"
      text={t('state.failed')}
      hint={stations.error.message}
      action={{ label: t('action.retry'), onClick: () => void stations.refetch() }}
    />
  ) : stations.isPending ? (
    <WaitBlocks />
  ) : (
    <EmptyState
      icon="inbox"
      text={t(keyword ? 'state.noMatch' : 'station.none')}
      hint={keyword ? undefined : t('station.noneHint')}
    />
  )
  const title = (key: 'protocol' | 'address' | 'remote' | 'firstTime' | 'lastTime' | 'frameCount') =>
    t(`station.${key}`)
  return (
    <section className="card list" aria-busy={stations.isFetching}>
      <div className="list-head">
        <h1>
          {t('station.title')}
          <small className="num">{stations.data ? t('list.count', { n: stations.data.total }) : ''}</small>
        </h1>
        <div className="list-tools">
          <SearchField
            label={t('station.search')}
            value={typed}
            onChange={(text) => {
              setTyped(text)
              setPage({ page: 1, limit })
            }}
          />
          <RefreshButton onClick={() => void stations.refetch()} />
        </div>
      </div>
      <Table<UnknownStation>
        rowKey="id"
        dataSource={stations.data?.list ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: empty }}
        columns={[
          {
            key: 'address',
            title: title('address'),
            render: (_value, row) => <span className="mono">{row.address}</span>,
          },
          { key: 'protocol', title: title('protocol'), dataIndex: 'protocol' },
          {
            key: 'remote',
            title: title('remote'),
            render: (_value, row) => <span className="mono t2">{row.remote}</span>,
          },
          {
            key: 'frameCount',
            title: title('frameCount'),
            align: 'right',
            render: (_value, row) => <span className="num">{row.frameCount}</span>,
          },
          { key: 'firstTime', title: title('firstTime'), render: (_value, row) => <Age time={row.firstTime} /> },
          { key: 'lastTime', title: title('lastTime'), render: (_value, row) => <Age time={row.lastTime} /> },
          {
            key: 'actions',
            title: t('list.actions'),
            render: (_value, row) => (
              <RowActions
                subject={row.address}
                actions={[
                  { key: 'open', label: t(mayAdopt ? 'station.adopt' : 'station.look'), onClick: () => setOpen(row) },
                ]}
              />
            ),
          },
        ]}
      />
      <Pager
        page={page}
        limit={limit}
        total={stations.data?.total ?? 0}
        onChange={(next, size) => setPage({ page: next, limit: size })}
      />
      {open && <StationDrawer station={open} mayAdopt={mayAdopt} onClose={() => setOpen(null)} />}
    </section>
  )
}
