import type { Command } from '@sluice/contract'
import type { TableColumnsType } from 'antd'
import { showTime, useNow } from '../../lib/clock.ts'
import { hasEnded } from '../../lib/commands.ts'
import { MISSING } from '../../lib/reading-format.ts'
import { byName, t, useText } from '../../lib/text.ts'
import { type RowAction, RowActions } from '../../parts/list/row-actions.tsx'
import { CommandChip } from './command-chip.tsx'
import { commandWords } from './command-words.ts'
import { stopwatch } from '../../lib/stopwatch.ts'
import { StepDots } from './step-line.tsx'
import { stepsOf } from './steps.ts'

interface Acts {
  onOpen: (command: Command) => void
  onCancel: ((command: Command) => void) | null
  onAgain: ((command: Command) => void) | null
}

function Elapsed({ command }: { command: Command }) {
  const now = useNow(1000)
  const end = hasEnded(command) && command.doneTime ? Date.parse(command.doneTime) : now
  return <span className="num">{stopwatch(end - Date.parse(command.createTime))}</span>
}

/** Where it ended: the reported opening of a proof, else why there is none. */
export function resultWords(command: Command): string {
  if (!hasEnded(command)) return MISSING
  const opening = command.after?.opening
  if (command.status === 'EXECUTED') return typeof opening === 'number' ? `${Math.round(opening)} %` : MISSING
  return command.resultCode ? byName(`enum.resultCode.${command.resultCode}`, command.resultCode) : MISSING
}

export function sourceWords({ source, operatorName }: Command): string {
  const word = byName(`enum.commandSource.${source}`, source)
  return operatorName ? `${word} · ${operatorName}` : word
}

function Actions({ command, acts }: { command: Command; acts: Acts }) {
  useText()
  const { onCancel, onAgain, onOpen } = acts
  const actions: RowAction[] = [{ key: 'open', label: t('ledger.frames'), onClick: () => onOpen(command) }]
  if (onCancel && command.status === 'QUEUED')
    actions.push({ key: 'cancel', label: t('ledger.cancel'), onClick: () => onCancel(command) })
  if (onAgain && hasEnded(command))
    actions.push({ key: 'again', label: t('ledger.again'), onClick: () => onAgain(command) })
  return <RowActions actions={actions} subject={command.cmdNo} />
}

/** The columns of the ledger (look.md, device.png). */
export function commandColumns(acts: Acts): TableColumnsType<Command> {
  return [
    {
      key: 'cmdNo',
      title: t('ledger.cmdNo'),
      render: (_value, row) => (
        <button type="button" className="link num" onClick={() => acts.onOpen(row)}>
          {row.cmdNo}
        </button>
      ),
    },
    { key: 'command', title: t('ledger.command'), render: (_value, row) => commandWords(row) },
    {
      key: 'source',
      title: t('ledger.source'),
      render: (_value, row) => <span className="t2">{sourceWords(row)}</span>,
    },
    { key: 'steps', title: t('ledger.steps'), render: (_value, row) => <StepDots steps={stepsOf(row)} /> },
    { key: 'status', title: t('ledger.status'), render: (_value, row) => <CommandChip command={row} /> },
    {
      key: 'created',
      title: t('ledger.sent'),
      render: (_value, row) => (
        <time className="num" dateTime={row.createTime} title={showTime(row.createTime)}>
          {showTime(row.createTime, '{m}-{d} {h}:{i}:{s}')}
        </time>
      ),
    },
    { key: 'elapsed', title: t('ledger.elapsed'), align: 'right', render: (_value, row) => <Elapsed command={row} /> },
    {
      key: 'attempts',
      title: t('ledger.attempts'),
      align: 'right',
      render: (_value, row) => <span className="num">{row.attempts}</span>,
    },
    {
      key: 'result',
      title: t('ledger.result'),
      align: 'right',
      render: (_value, row) => <span className="num">{resultWords(row)}</span>,
    },
    {
      key: 'actions',
      title: t('list.actions'),
      width: 1,
      render: (_value, row) => <Actions command={row} acts={acts} />,
    },
  ]
}
