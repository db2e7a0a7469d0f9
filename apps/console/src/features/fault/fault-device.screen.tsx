import { ackFault, faultResource } from '@sluice/contract'
import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { type AnyRow, pageOf } from '../../lib/resource-calls.ts'
import { useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Glyph } from '../../parts/glyphs.tsx'
import { ListPage, type ListSlots } from '../../parts/list/list-page.tsx'
import type { ListQuery } from '../../parts/list/list-query.ts'
import { FAULT_CELLS } from './fault-cells.tsx'
import { refreshFaultCount, useFaultCount } from './fault-count.ts'
import './fault.css'

const LEVELS = ['4', '3', '2', '1'] as const
/** What is broken now. */
const BEGIN = { conditionState: 'ACTIVE' }
/** Drawn as numbers above the table, or asked by links only. */
const OMITTED = ['level', 'deviceId']
/** The device has a column by its name. */
const NO_COLUMNS = ['deviceId']

interface CountsProps {
  query: ListQuery
  onFilter: (filter: string, value: string | undefined) => void
}

/** Numbers above the table are filters (look.md 3). */
function LevelCounts({ query, onFilter }: CountsProps) {
  const { t, byName } = useText()
  const waiting = useFaultCount((state) => state.count)
  const { level: chosen, sort: _sort, order: _order, ...others } = query.filters
  const counts = useQueries({
    queries: LEVELS.map((level) => ({
      queryKey: ['count', 'fault', level, others, waiting],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        pageOf(faultResource, { ...others, level, limit: 1 }, { silent: true, signal }).then(({ total }) => total),
      placeholderData: keepPreviousData,
    })),
  })
  return (
    <fieldset className="counts" aria-label={t('fault.counts')}>
      {LEVELS.map((level, at) => {
        const total = counts[at]?.data
        if (!total && level !== chosen) return null
        return (
          <button
            key={level}
            type="button"
            className={`count count-level${level}`}
            aria-pressed={level === chosen}
            onClick={() => onFilter('level', level === chosen ? undefined : level)}
          >
            <Glyph name={`level${level}`} />
            {byName(`enum.level.${level}`)} <b className="num">{total ?? 0}</b>
          </button>
        )
      })}
    </fieldset>
  )
}

const waits = (row: AnyRow) => row['handleState'] === 'UNHANDLED'

/** Takes faults on, one after the other; what became of them is read again. */
function useAck(): (rows: readonly AnyRow[]) => Promise<void> {
  const { t } = useText()
  const client = useQueryClient()
  return async (rows) => {
    let taken = 0
    try {
      for (const { id, version } of rows) {
        await call(ackFault, { id, version: Number(version) })
        taken++
      }
    } catch {
      // Shown by the request layer; the list shows what it became.
    }
    if (taken > 0) toast('success', taken === 1 ? t('fault.acked') : t('fault.ackedSome', { n: taken }))
    await Promise.all([client.invalidateQueries({ queryKey: ['page', 'fault'] }), refreshFaultCount()])
  }
}

/** Takes on what is chosen and waits for somebody. */
function AckChosen({ rows, onAck }: { rows: readonly AnyRow[]; onAck: (rows: readonly AnyRow[]) => Promise<void> }) {
  const { t } = useText()
  const [busy, setBusy] = useState(false)
  const able = rows.filter(waits)
  const start = () => {
    setBusy(true)
    void onAck(able).finally(() => setBusy(false))
  }
  return (
    <>
      {rows.length > 0 && (
        <span className="t2 num" role="status">
          {t('list.selected', { n: rows.length })}
        </span>
      )}
      <button
        type="button"
        className="btn"
        disabled={busy || able.length === 0}
        title={rows.length > 0 && able.length === 0 ? t('fault.ackWhy') : undefined}
        onClick={start}
      >
        {t('fault.ack')}
        {able.length > 0 && <span className="num">{able.length}</span>}
      </button>
    </>
  )
}

/** The bell knows when something began or was taken on: the list follows it. */
function useFreshRows(): void {
  const client = useQueryClient()
  const waiting = useFaultCount((state) => state.count)
  // FB-13: opening the screen asks for the number too.
  useEffect(() => void refreshFaultCount(), [])
  const seen = useRef(waiting)
  useEffect(() => {
    if (seen.current === waiting) return
    seen.current = waiting
    void client.invalidateQueries({ queryKey: ['page', 'fault'] })
  }, [client, waiting])
}

/** What is broken now and who takes it on: the target of the bell (FB-3). */
export default function FaultDeviceScreen() {
  const { t } = useText()
  const navigate = useNavigate()
  const mayAck = usePermission(['fault:ack'])
  const ack = useAck()
  useFreshRows()
  const slots: ListSlots = {
    twoLines: true,
    cells: FAULT_CELLS,
    begin: BEGIN,
    omitFilters: OMITTED,
    omitColumns: NO_COLUMNS,
    counts: (query, setFilter) => <LevelCounts query={query} onFilter={setFilter} />,
    nothing: <EmptyState icon="check" text={t('fault.none')} hint={t('fault.noneHint')} />,
    rowActions: (row) => [
      ...(mayAck
        ? [
            {
              key: 'ack',
              label: t('fault.ack'),
              because: waits(row) ? null : t('fault.ackWhy'),
              onClick: () => void ack([row]),
            },
          ]
        : []),
      {
        key: 'open',
        label: t('fault.openDevice'),
        onClick: () => void navigate(`/device/detail/${String(row['deviceId'])}?tab=faults`),
      },
    ],
    ...(mayAck ? { batch: (rows) => <AckChosen rows={rows} onAck={ack} /> } : {}),
  }
  return <ListPage resource={faultResource} slots={slots} />
}
