import { valveSlaveResource } from '@sluice/contract'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/access.tsx'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { useText } from '../../lib/text.ts'
import { useMobile } from '../../lib/width.ts'
import { ListEmpty, OldRows } from '../../parts/list/list-empty.tsx'
import { useListKeys } from '../../parts/list/list-keys.ts'
import { useListQuery } from '../../parts/list/list-query.ts'
import { Pager } from '../../parts/list/pager.tsx'
import { SearchForm } from '../../parts/list/search-form.tsx'
import { ViewDrawer } from '../../parts/view-drawer.tsx'
import { DeviceIcon } from '../../parts/icons.tsx'
import { RefreshButton } from '../../parts/tool-button.tsx'
import { ValveCounts } from './valve-counts.tsx'
import { useValveRows, type ValveRow } from './valve-rows.ts'
import { type RowOrders, ValveTable } from './valve-table.tsx'
import './valve.css'

/** The panel's width and the drawer's padding. */
const DRAWER_PX = 432
/** Drawn as numbers above the table. */
const COUNTED = ['status', 'faulty', 'pending', 'unconfirmed']

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

interface ScreenProps {
  panel: (deviceId: string) => ReactNode
  /** What can be done with several rows at once. */
  batch: (chosen: readonly ValveRow[]) => ReactNode
  /** What a key may send from a row; null for whoever may not. */
  orders: RowOrders | null
}

/** Valves behind their masters: where each stands, what is asked of it, and a panel to act (domain 2.3). */
export function ValveSlaveScreen({ panel, batch, orders }: ScreenProps) {
  const { t } = useText()
  const navigate = useNavigate()
  const mobile = useMobile()
  const mayControl = usePermission(['command:send'])
  const { query, change, filter, setFilter } = useListQuery(valveSlaveResource)
  const { rows, list } = useValveRows(query)
  const [open, setOpen] = useState<AnyRow | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const total = rows.data?.total
  const old = rows.isError && list.length > 0
  const [table, whole] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const { refetch } = rows
  const retry = useCallback(() => void refetch(), [refetch])
  useListKeys({ onRefresh: retry, place: table, search: whole })
  const acts = useMemo(
    () => ({
      onControl: mayControl ? ({ device }: ValveRow) => setOpen(device) : null,
      go: (path: string) => void navigate(path),
      orders,
    }),
    [mayControl, navigate, orders],
  )
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
    <div ref={whole} className="list-whole">
      <SearchForm resource={valveSlaveResource} filters={query.filters} omit={COUNTED} onSearch={filter} />
      <section className="card list list-page two-lines valve-list" aria-busy={rows.isFetching && !rows.data}>
        <div className="list-head">
          <h1>
            {t('valve.title')}
            <small className="num">{total === undefined ? '' : t('valve.count', { n: total })}</small>
          </h1>
          <ValveCounts query={query} onFilter={setFilter} />
          <div className="list-tools">
            {/* What is out of sight is not sent to: a row that left the page is not chosen any more. */}
            {batch(list.filter(({ device }) => chosen.includes(device.id)))}
            <RefreshButton onClick={retry} />
          </div>
        </div>
        {old && <OldRows onRetry={retry} />}
        <ValveTable
          list={list}
          acts={acts}
          chosen={mayControl ? chosen : null}
          onChoose={setChosen}
          old={old}
          empty={empty}
          place={table}
        />
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
    </div>
  )
}
