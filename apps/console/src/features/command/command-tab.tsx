import { cancelCommand, type Command, commandResource, type CommandRow } from '@sluice/contract'
import { useMemo, useState } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { call } from '../../lib/api/api.ts'
import { hasEnded } from '../../domain/command/commands.ts'
import { useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Beside, ListSlots } from '../../parts/list/layout/list-slots.ts'
import { createRowWalk, useRowSteps } from '../../parts/list/row-walk.ts'
import type { RowAction } from '../../parts/list/table/row-actions.tsx'
import { TimeChoice } from '../../parts/list/search/time-choice.tsx'
import { commandCells, commandNow } from './command-cells.tsx'
import { LIVE_COMMANDS, useFreshLedger } from './ledger-live.tsx'
import { useOpenedCommand } from './opened-command.tsx'
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
  const { openId, open, again, overlays } = useOpenedCommand()
  const [walk] = useState(() => createRowWalk<CommandRow>())
  const steps = useRowSteps(walk, openId, open)
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
  const rowActions = (row: CommandRow): RowAction[] => {
    const command = commandNow(row)
    const action = (key: string, label: string, onClick: () => void) => ({ key, label, onClick })
    return [
      action('open', t('ledger.frames'), () => open(row)),
      ...(mayCancel && command.status === 'QUEUED'
        ? [action('cancel', t('ledger.cancel'), () => void cancel(command))]
        : []),
      ...(again && hasEnded(command) ? [action('again', t('ledger.again'), () => again(command))] : []),
    ]
  }
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
          cells: commandCells(open),
          // The cells contain the unit: a command may run for minutes.
          faces: { elapsedS: { title: byName('command.elapsedS') }, resultCode: { align: 'right' } },
          counts: counts ?? ((query, _setFilter, filter) => <TimeChoice query={query} onFilter={filter} />),
          live: LIVE_COMMANDS,
          walk,
          rowActions,
          empty: <EmptyState icon="inbox" text={t('ledger.none')} hint={t('ledger.noneHint')} />,
        }}
      />
      {overlays(steps)}
    </>
  )
}

/** The ledger of one device. */
export function CommandTab({ deviceId, codes }: { deviceId: string; codes: readonly string[] }) {
  return <CommandLedger deviceId={deviceId} codes={codes} />
}
