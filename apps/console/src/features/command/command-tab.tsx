import type { Command } from '@sluice/contract'
import { cancelCommand, commandPage } from '@sluice/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Table } from 'antd'
import { useEffect, useState } from 'react'
import { usePermission } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { hasEnded, keepCommands, useCommandsOf, useKnownCommands } from '../../lib/commands.ts'
import { watchLive } from '../../lib/live.ts'
import { useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Pager } from '../../parts/list/pager.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'
import { RefreshButton } from '../../parts/tool-button.tsx'
import { CommandDrawer } from './command-drawer.tsx'
import { commandColumns } from './command-columns.tsx'
import { AgainDialog } from './again-dialog.tsx'
import { type LedgerFilters, LedgerSearch, queryOf } from './ledger-search.tsx'
import { send } from './send.ts'
import './command.css'

/** The ledger's rows: a page by HTTP, each row as last heard, new ones on the first page as they are made. */
function useLedgerRows(deviceId: string, { page, limit }: { page: number; limit: number }, filters: LedgerFilters) {
  const client = useQueryClient()
  const key = ['commands', deviceId, 'page', page, limit, filters]
  const rows = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const at = Date.now()
      const answer = await call(
        commandPage,
        { deviceId, page, limit, ...queryOf(filters, at) },
        { inPlace: true, signal },
      )
      keepCommands(answer.list, at)
      return { ids: answer.list.map(({ id }) => id), total: answer.total }
    },
    placeholderData: keepPreviousData,
  })
  const heard = useCommandsOf(deviceId)
  const newest = heard[0]?.id
  useEffect(() => watchLive({ devices: [deviceId] }), [deviceId])
  useEffect(() => {
    if (newest) void client.invalidateQueries({ queryKey: ['commands', deviceId, 'page'] })
  }, [newest, deviceId, client])
  const fetched = useKnownCommands(rows.data?.ids ?? [])
  const first = fetched[0]
  const unseen =
    page === 1 && Object.keys(filters).length === 0
      ? heard.filter(({ createTime }) => !first || createTime > first.createTime)
      : []
  return { rows, list: [...unseen, ...fetched].slice(0, limit) }
}

/** The ledger of one device (domain 4.5): cancel what waits, send again what ended, look at its frames. */
export function CommandTab({ deviceId, codes }: { deviceId: string; codes: readonly string[] }) {
  const { t } = useText()
  const [{ page, limit }, setPage] = useState({ page: 1, limit: 20 })
  const [filters, setFilters] = useState<LedgerFilters>({})
  const [open, setOpen] = useState<string | null>(null)
  const [repeating, setRepeating] = useState<Command | null>(null)
  const maySend = usePermission(['command:send'])
  const mayCancel = usePermission(['command:cancel'])
  const { rows, list } = useLedgerRows(deviceId, { page, limit }, filters)
  const retry = () => void rows.refetch()
  const empty = rows.isError ? (
    <EmptyState
      icon="broken"
      text={t('state.failed')}
      hint={rows.error.message}
      action={{ label: t('action.retry'), onClick: retry }}
    />
  ) : rows.isPending ? (
    <WaitBlocks rows={4} />
  ) : (
    <EmptyState
      icon="inbox"
      {...(Object.keys(filters).length > 0
        ? { text: t('ledger.noMatch'), action: { label: t('ledger.clear'), onClick: () => setFilters({}) } }
        : { text: t('ledger.none'), hint: t('ledger.noneHint') })}
    />
  )
  const cancel = async ({ id }: Command) => {
    // A refusal was told by the request layer; the row shows what it became meanwhile.
    await call(cancelCommand, { id }).then(
      () => toast('success', t('ledger.cancelled')),
      () => {},
    )
  }
  // A new command of the same words: what moves the valve is asked again (ER-17).
  const again = (command: Command) => {
    const { code, params, target } = command
    if (target === null) void send({ deviceId, code, params }, { again: true })
    else setRepeating(command)
  }
  const columns = commandColumns({
    onOpen: ({ id }) => setOpen(id),
    onCancel: mayCancel ? (command) => void cancel(command) : null,
    onAgain: maySend ? again : null,
  })
  const opened = useKnownCommands(open ? [open] : [])[0]
  return (
    <section className="card list ledger" aria-label={t('ledger.title')} aria-busy={rows.isFetching && !rows.data}>
      <div className="list-head">
        <h2 className="part-title">{t('ledger.title')}</h2>
        <LedgerSearch
          codes={codes}
          filters={filters}
          onChange={(next) => {
            setFilters(next)
            setPage({ page: 1, limit })
          }}
        />
        <div className="list-tools">
          <RefreshButton onClick={retry} />
        </div>
      </div>
      <Table<Command>
        rowKey="id"
        dataSource={list}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: empty }}
        columns={columns}
        rowClassName={(command) => (hasEnded(command) ? '' : 'running')}
      />
      <Pager
        page={page}
        limit={limit}
        total={rows.data?.total ?? 0}
        onChange={(next, size) => setPage({ page: next, limit: size })}
      />
      {opened && <CommandDrawer command={opened} onAgain={maySend ? again : null} onClose={() => setOpen(null)} />}
      {repeating && <AgainDialog command={repeating} onClose={() => setRepeating(null)} />}
    </section>
  )
}
