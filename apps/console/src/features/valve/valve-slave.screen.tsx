import { Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/access.tsx'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { useText } from '../../lib/text.ts'
import { useMobile } from '../../lib/width.ts'
import { DeviceIcon, Icon } from '../../parts/icons.tsx'
import { ListEmpty, OldRows } from '../../parts/list/list-empty.tsx'
import { useListQuery } from '../../parts/list/list-query.ts'
import { Pager } from '../../parts/list/pager.tsx'
import { SearchForm } from '../../parts/list/search-form.tsx'
import { ViewDrawer } from '../../parts/view-drawer.tsx'
import { valveColumns } from './valve-columns.tsx'
import { ValveCounts } from './valve-counts.tsx'
import { useValveRows, type ValveRow, valveResource } from './valve-rows.ts'
import { edgeOf } from './valve-status.tsx'
import './valve.css'

/** The panel's width and the drawer's padding. */
const DRAWER_PX = 432

function PanelTitle({ device }: { device: AnyRow }) {
  const { t } = useText()
  const channel = device['channel']
  const facts = [
    device['deviceNo'],
    channel === null ? null : t('valve.address', { n: channel }),
    device['masterIdName'],
  ]
  return (
    <span className="device-name">
      <span className="tile">
        <DeviceIcon type="VALVE" size={18} />
      </span>
      <span className="list-name">
        <span>{String(device['name'])}</span>
        <small className="num">{facts.filter(Boolean).join(' · ')}</small>
      </span>
    </span>
  )
}

/** Valves behind their masters: where each stands, what is asked of it, and a panel to act (domain 2.3). */
export function ValveSlaveScreen({ panel }: { panel: (deviceId: string) => ReactNode }) {
  const { t } = useText()
  const navigate = useNavigate()
  const mobile = useMobile()
  const mayControl = usePermission(['command:send'])
  const { query, change, filter, setFilter } = useListQuery(valveResource)
  const { rows, list } = useValveRows(query)
  const [open, setOpen] = useState<AnyRow | null>(null)
  const total = rows.data?.total
  const old = rows.isError && list.length > 0
  const retry = () => void rows.refetch()
  const acts = {
    onControl: mayControl ? ({ device }: ValveRow) => setOpen(device) : null,
    go: (path: string) => void navigate(path),
  }
  const empty = (
    <ListEmpty
      name="valve"
      pending={rows.isPending}
      error={rows.error}
      filtered={Object.keys(query.filters).length > 0}
      onRetry={retry}
      onClear={() => filter({})}
    />
  )
  return (
    <>
      <SearchForm resource={valveResource} filters={query.filters} omit={['status']} onSearch={filter} />
      <section className="card list two-lines valve-list" aria-busy={rows.isFetching && !rows.data}>
        <div className="list-head">
          <h1>
            {t('valve.title')}
            <small className="num">{total === undefined ? '' : t('valve.count', { n: total })}</small>
          </h1>
          <ValveCounts query={query} onFilter={(status) => setFilter('status', status)} />
          <div className="list-tools">
            <button
              type="button"
              className="icon-button"
              aria-label={t('action.refresh')}
              title={t('action.refresh')}
              onClick={retry}
            >
              <Icon name="refresh" size={16} />
            </button>
          </div>
        </div>
        {old && <OldRows onRetry={retry} />}
        <div className={old ? 'list-table old' : 'list-table'}>
          <Table<ValveRow>
            rowKey={({ device }) => device.id}
            dataSource={list}
            columns={valveColumns(acts, mobile)}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: empty }}
            rowClassName={edgeOf}
            aria-label={t('valve.title')}
          />
        </div>
        <Pager
          page={query.page}
          limit={query.limit}
          total={total ?? 0}
          onChange={(page, limit) => change({ page, limit })}
        />
      </section>
      {open && (
        <ViewDrawer
          title={<PanelTitle device={open} />}
          width={mobile ? window.innerWidth : DRAWER_PX}
          onClose={() => setOpen(null)}
        >
          {panel(open.id)}
        </ViewDrawer>
      )}
    </>
  )
}
