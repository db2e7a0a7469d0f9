import type { Command, CommandRow } from '@sluice/contract'
import { type ReactNode, useCallback, useState } from 'react'
import { useKnownCommands } from '../../domain/command/commands.ts'
import { usePermission } from '../../lib/access/access.tsx'
import type { Steps } from '../../parts/list/row-walk.ts'
import { AgainDialog } from './batch/again-dialog.tsx'
import { CommandDrawer } from './command-drawer.tsx'
import { send } from './send.ts'

interface OpenedCommand {
  /** The id of the one that is open. */
  openId: string | null
  open: (row: Pick<CommandRow, 'id'>) => void
  /** Null for users who may not send. */
  again: ((command: Command) => void) | null
  /** The opened command, and the question before a movement is sent again. `steps`: to those beside it in a list. */
  overlays: (steps: Steps | null) => ReactNode
}

/** What a row of the ledger opens, wherever it is drawn. */
export function useOpenedCommand(): OpenedCommand {
  const [open, setOpen] = useState<string | null>(null)
  const [repeating, setRepeating] = useState<Command | null>(null)
  const maySend = usePermission(['command:send'])
  const opened = useKnownCommands(open ? [open] : [])[0]
  const showOne = useCallback(({ id }: Pick<CommandRow, 'id'>) => setOpen(id), [])
  // A new command with the same parameters; a movement is confirmed again (ER-17).
  const again = (command: Command) => {
    const { code, params, target } = command
    if (target === null) void send({ deviceId: command.deviceId, code, params }, { again: true })
    else setRepeating(command)
  }
  const may = maySend ? again : null
  return {
    openId: open,
    open: showOne,
    again: may,
    overlays: (steps) => (
      <>
        {opened && <CommandDrawer command={opened} steps={steps} onAgain={may} onClose={() => setOpen(null)} />}
        {repeating && <AgainDialog command={repeating} onClose={() => setRepeating(null)} />}
      </>
    ),
  }
}
