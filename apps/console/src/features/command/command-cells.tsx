import type { Command, commandResource, CommandRow } from '@sluice/contract'
import { Link } from 'react-router'
import { showTime, useNow } from '../../lib/time/clock.ts'
import { hasEnded, knownCommand } from '../../domain/command/commands.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { stopwatch } from '../../lib/time/stopwatch.ts'
import { byName, useText } from '../../lib/text/text.ts'
import type { Cells } from '../../parts/list/table/table-props.ts'
import { CommandChip } from './panel/command-chip.tsx'
import { commandWords, valueWords } from './command-words.ts'
import { StepDots } from './panel/step-line.tsx'
import { stepsOf } from './panel/steps.ts'

/** The latest known ledger row: the live channel delivers its steps. */
export const commandNow = (row: CommandRow): Command => knownCommand(row.id) ?? row

function Elapsed({ command }: { command: Command }) {
  const now = useNow(1000)
  const end = hasEnded(command) && command.doneTime ? Date.parse(command.doneTime) : now
  return <span className="num">{stopwatch(end - Date.parse(command.createTime))}</span>
}

/** The outcome: the reported opening of a proof, else why there is none. */
export function resultWords(command: Command): string {
  if (!hasEnded(command)) return MISSING
  const { opening, value } = command.after ?? {}
  if (command.status === 'EXECUTED' && value !== undefined) return valueWords(value)
  if (command.status === 'EXECUTED') return typeof opening === 'number' ? `${Math.round(opening)} %` : MISSING
  return command.resultCode ? byName(`enum.resultCode.${command.resultCode}`, command.resultCode) : MISSING
}

export function sourceWords({ source, operatorName }: Command): string {
  const word = byName(`enum.commandSource.${source}`, source)
  return operatorName ? `${word} · ${operatorName}` : word
}

function Words({ of, command }: { of: (command: Command) => string; command: Command }) {
  useText()
  return of(command)
}

const words = (of: (command: Command) => string) => (row: CommandRow) => <Words of={of} command={commandNow(row)} />

/** The cells of a command in a list; `onOpen` is called by its number. */
export const commandCells = (onOpen: (row: CommandRow) => void): Cells<typeof commandResource> => ({
  cmdNo: (row) => (
    <button type="button" className="link num" onClick={() => onOpen(row)}>
      {commandNow(row).cmdNo}
    </button>
  ),
  deviceName: (row) => <Link to={`/device/detail/${row.deviceId}`}>{row.deviceName}</Link>,
  code: words(commandWords),
  source: (row) => <span className="t2">{words(sourceWords)(row)}</span>,
  status: (row) => (
    <span className="ledger-state">
      <StepDots steps={stepsOf(commandNow(row))} />
      <CommandChip command={commandNow(row)} />
    </span>
  ),
  createTime: (row) => {
    const { createTime } = commandNow(row)
    return (
      <time className="num" dateTime={createTime} title={showTime(createTime)}>
        {showTime(createTime, '{m}-{d} {h}:{i}:{s}')}
      </time>
    )
  },
  elapsedS: (row) => <Elapsed command={commandNow(row)} />,
  attempts: (row) => <span className="num">{commandNow(row).attempts}</span>,
  resultCode: (row) => <span className="num">{words(resultWords)(row)}</span>,
})
