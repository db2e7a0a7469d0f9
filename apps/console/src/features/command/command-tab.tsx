import { cancelCommand, type Command, commandResource, type CommandRow } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { call } from '../../lib/api/api.ts'
import { hasEnded, keepCommands, useKnownCommands, useNewestCommand } from '../../domain/commands.ts'
import { useLive, watchLive } from '../../lib/live/live.ts'
import { useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Beside, ListSlots } from '../../parts/list/list-slots.ts'
import type { RowAction } from '../../parts/list/table/row-actions.tsx'
import type { LiveRows } from '../../parts/list/table/table-props.ts'
import { TimeChoice } from '../../parts/list/search/time-choice.tsx'
import { AgainDialog } from './batch/again-dialog.tsx'
import { commandCells, commandNow } from './command-cells.tsx'
import { CommandDrawer } from './command-drawer.tsx'
import { send } from './send.ts'
import './command.css'

/** Fields for programs are no columns; a list about one device does not name it. */
const NO_COLUMNS = ['deviceId', 'sourceId', 'operatorId', 'supersededBy'] as const
const NO_COLUMNS_OF_ONE = [...NO_COLUMNS, 'deviceName'] as const
/** Extra fields of cells that show more than their own, for exports. */
const BESIDE = {
  code: ['targetOpening'],
  source: ['operatorName'],
  resultCode: ['reachedOpening'],
} as const satisfies Beside<typeof commandResource>

/** Refreshes the list with new commands of any user, while it is shown. */
function useFreshLedger(deviceId: string | null): void {
  const client = useQueryClient()
  const newest = useNewestCommand(deviceId)
  const reopened = useLive((state) => state.reopened)
  const heard = `${newest} ${reopened}`
  const seen = useRef(heard)
  useEffect(() => watchLive({ devices: deviceId === null ? 'all' : [deviceId] }), [deviceId])
  useEffect(() => {
    if (seen.current === heard) return
    seen.current = heard
    void client.invalidateQueries({ queryKey: ['page', commandResource.name] })
  }, [heard, client])
}

function LedgerFeed({ rows, askedAt }: { rows: readonly CommandRow[]; askedAt: number }) {
  useEffect(() => keepCommands(rows, askedAt), [rows, askedAt])
  return null
}

function LiveCommand({ id, children }: { id: string; children: () => ReactNode }) {
  useKnownCommands([id])
  return children()
}

const LIVE: LiveRows<typeof commandResource> = {
  feed: (rows, askedAt) => <LedgerFeed rows={rows} askedAt={askedAt} />,
  around: ({ id }, draw) => <LiveCommand id={id}>{draw}</LiveCommand>,
}

interface LedgerProps {
  /** Null: the commands of all devices in sight. */
  deviceId: string | null
  /** The codes that the search offers; all that have texts by default. */
  codes?: readonly string[]
  /** Above the table, in place of the range of time alone. */
  counts?: ListSlots<typeof commandResource>['counts']
}

/** The ledger (domain 4.5): cancels waiting commands, sends ended ones again, shows their frames. */
export function CommandLedger({ deviceId, codes, counts }: LedgerProps) {
  const { t, byName } = useText()
  const [open, setOpen] = useState<string | null>(null)
  const [repeating, setRepeating] = useState<Command | null>(null)
  const maySend = usePermission(['command:send'])
  const mayCancel = usePermission(['command:cancel'])
  const within = useMemo(() => (deviceId === null ? undefined : { deviceId }), [deviceId])
  useFreshLedger(deviceId)
  const cancel = async ({ id }: Command) => {
    // The request layer shows a refusal; the row shows the state reached meanwhile.
    await call(cancelCommand, { id }).then(
      () => toast('success', t('ledger.cancelled')),
      () => {},
    )
  }
  // A new command with the same parameters; a movement is confirmed again (ER-17).
  const again = (command: Command) => {
    const { code, params, target } = command
    if (target === null) void send({ deviceId: command.deviceId, code, params }, { again: true })
    else setRepeating(command)
  }
  const rowActions = (row: CommandRow): RowAction[] => {
    const command = commandNow(row)
    const action = (key: string, label: string, onClick: () => void) => ({ key, label, onClick })
    return [
      action('open', t('ledger.frames'), () => setOpen(row.id)),
      ...(mayCancel && command.status === 'QUEUED'
        ? [action('cancel', t('ledger.cancel'), () => void cancel(command))]
        : []),
      ...(maySend && hasEnded(command) ? [action('again', t('ledger.again'), () => again(command))] : []),
    ]
  }
  const opened = useKnownCommands(open ? [open] : [])[0]
  return (
    <>
      <ListPage
        resource={commandResource}
        slots={{
          ...(within ? { fixedFilters: within } : {}),
          omitColumns: within ? NO_COLUMNS_OF_ONE : NO_COLUMNS,
          omitFilters: ['createTime', 'operatorId'],
          ...(codes ? { options: { code: codes } } : {}),
          exportBeside: BESIDE,
          cells: commandCells(({ id }) => setOpen(id)),
          // The cells contain the unit: a command may run for minutes.
          faces: { elapsedS: { title: byName('command.elapsedS') }, resultCode: { align: 'right' } },
          counts: counts ?? ((query, _setFilter, filter) => <TimeChoice query={query} onFilter={filter} />),
          live: LIVE,
          rowActions,
          empty: <EmptyState icon="inbox" text={t('ledger.none')} hint={t('ledger.noneHint')} />,
        }}
      />
      {opened && <CommandDrawer command={opened} onAgain={maySend ? again : null} onClose={() => setOpen(null)} />}
      {repeating && <AgainDialog command={repeating} onClose={() => setRepeating(null)} />}
    </>
  )
}

/** The ledger of one device. */
export function CommandTab({ deviceId, codes }: { deviceId: string; codes: readonly string[] }) {
  return <CommandLedger deviceId={deviceId} codes={codes} />
}
