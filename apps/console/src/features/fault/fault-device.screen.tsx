import type { ListedFault } from '@sluice/contract'
import { ackFault, CONDITION_STATES, faultPage, HANDLE_STATES } from '@sluice/contract'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { useMobile } from '../../lib/width.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Glyph } from '../../parts/glyphs.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useListKeys } from '../../parts/list/list-keys.ts'
import { LongTable } from '../../parts/list/long-table.tsx'
import { Pager } from '../../parts/list/pager.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'
import { faultColumns } from './fault-columns.tsx'
import { refreshFaultCount, useFaultCount } from './fault-count.ts'
import { type FaultQuery, useFaultQuery } from './fault-query.ts'
import './fault.css'

const LEVELS = [4, 3, 2, 1] as const
const NONE: readonly ListedFault[] = []
type SetFilter = ReturnType<typeof useFaultQuery>['set']

/** Numbers above the table are filters (look.md 3). */
function LevelCounts({ query, set }: { query: FaultQuery; set: SetFilter }) {
  const { t, byName } = useText()
  const waiting = useFaultCount((state) => state.count)
  const { level: chosen, ...others } = query.filters
  const counts = useQueries({
    queries: LEVELS.map((level) => ({
      queryKey: ['count', 'fault', level, others, waiting],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(faultPage, { ...others, level, limit: 1 }, { silent: true, signal }).then(({ total }) => total),
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
            onClick={() => set('level', level === chosen ? undefined : String(level))}
          >
            <Glyph name={`level${level}`} />
            {byName(`enum.level.${level}`)} <b className="num">{total ?? 0}</b>
          </button>
        )
      })}
    </fieldset>
  )
}

function Filters({ query, set }: { query: FaultQuery; set: SetFilter }) {
  const { t, byName } = useText()
  const { conditionState, handleState, keyword } = query.filters
  return (
    <div className="list-tools fault-filters">
      <Select<string>
        value={conditionState ?? 'ALL'}
        aria-label={t('fault.state')}
        options={[
          { value: 'ALL', label: t('fault.all', { field: t('fault.state') }) },
          ...CONDITION_STATES.map((one) => ({ value: one, label: byName(`enum.conditionState.${one}`) })),
        ]}
        onChange={(value) => set('conditionState', value)}
      />
      <Select<string>
        allowClear
        value={handleState ?? null}
        placeholder={t('fault.all', { field: t('fault.handleState') })}
        aria-label={t('fault.handleState')}
        options={HANDLE_STATES.map((one) => ({ value: one, label: byName(`enum.handleState.${one}`) }))}
        onChange={(value) => set('handleState', value)}
      />
      <Input
        allowClear
        className="tool-search"
        defaultValue={keyword}
        prefix={<Icon name="search" size={16} />}
        placeholder={t('fault.search')}
        aria-label={t('fault.search')}
        onChange={(event) => set('keyword', event.target.value.trim() || undefined)}
      />
    </div>
  )
}

/** What is broken now and who takes it on: the target of the bell (FB-3). */
export default function FaultDeviceScreen() {
  const { t, language } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mobile = useMobile()
  const mayAck = usePermission(['fault:ack'])
  const waiting = useFaultCount((state) => state.count)
  const { query, set, turn, clear } = useFaultQuery()
  const { page, limit, filters } = query
  // FB-13: opening the screen asks for the number too.
  useEffect(() => void refreshFaultCount(), [])
  const faults = useQuery({
    // The bell knows when something began or was taken on: the list follows it.
    queryKey: ['page', 'fault', page, limit, filters, waiting],
    queryFn: ({ signal }) => call(faultPage, { page, limit, ...filters }, { inPlace: true, signal }),
    placeholderData: keepPreviousData,
  })
  const table = useRef<HTMLDivElement>(null)
  const whole = useRef<HTMLElement>(null)
  const { refetch } = faults
  const retry = useCallback(() => void refetch(), [refetch])
  useListKeys({ onRefresh: retry, place: table, search: whole })
  const ack = useCallback(
    async ({ id, version }: ListedFault) => {
      try {
        await call(ackFault, { id, version })
        toast('success', t('fault.acked'))
      } catch {
        // Shown by the request layer; the list shows what it became.
      }
      await Promise.all([client.invalidateQueries({ queryKey: ['page', 'fault'] }), refreshFaultCount()])
    },
    [client, t],
  )
  const open = useCallback(
    ({ deviceId }: ListedFault) => void navigate(`/device/detail/${deviceId}?tab=faults`),
    [navigate],
  )
  const columns = useMemo(() => {
    // Headings are words.
    void language
    return faultColumns({ onAck: mayAck ? (fault) => void ack(fault) : null, onOpen: open }, mobile)
  }, [mayAck, ack, open, mobile, language])
  const filtered = Object.keys(filters).some((name) => name !== 'conditionState')
  const empty = faults.isError ? (
    <EmptyState
      icon="broken"
      text={t('state.failed')}
      hint={faults.error.message}
      action={{ label: t('action.retry'), onClick: retry }}
    />
  ) : faults.isPending ? (
    <WaitBlocks />
  ) : filtered ? (
    <EmptyState icon="search" text={t('state.noMatch')} action={{ label: t('state.clear'), onClick: clear }} />
  ) : (
    <EmptyState icon="check" text={t('fault.none')} hint={t('fault.noneHint')} />
  )
  return (
    <section
      ref={whole}
      className="card list list-page two-lines fault-list"
      aria-busy={faults.isFetching && !faults.data}
    >
      <div className="list-head">
        <h1>
          {t('fault.title')}
          <small className="num">{faults.data ? t('list.count', { n: faults.data.total }) : ''}</small>
        </h1>
        <LevelCounts query={query} set={set} />
        <Filters query={query} set={set} />
      </div>
      <div ref={table} className="list-table">
        <LongTable<ListedFault>
          label={t('fault.title')}
          rows={faults.data?.list ?? NONE}
          columns={columns}
          nameOf={({ deviceName }) => deviceName}
          selected={null}
          onSelect={() => {}}
          onOpen={open}
          empty={empty}
          place={table}
        />
      </div>
      <Pager page={page} limit={limit} total={faults.data?.total ?? 0} onChange={turn} />
    </section>
  )
}
