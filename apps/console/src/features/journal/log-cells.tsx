import type { CommandStatus, OperationLogObjects, OperationLogRow } from '@sluice/contract'
import { lookOf } from '../../domain/command/command-tone.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { byName, t, useText } from '../../lib/text/text.ts'
import { BeforeAfter } from '../../parts/log/before-after.tsx'
import { changeLines } from '../../parts/log/change-lines.ts'
import { fieldWords, loggedValue } from '../../parts/log/changed-words.tsx'
import { StateChip } from '../../parts/reading/status-chip.tsx'
import { useLogged } from './logged-objects.tsx'

type LoggedCommand = NonNullable<OperationLogObjects['command']>

/** A reported position in words; null where nothing was reported. */
function positionWords(position: LoggedCommand['before']): string | null {
  if (typeof position?.opening === 'number') return `${Math.round(position.opening)} %`
  return position?.valveState ? byName(`enum.valveState.${position.valveState}`, position.valveState) : null
}

/** What was reported before a command, and after it: only what is proven counts as after. */
export function CommandChange({ command }: { command: LoggedCommand }) {
  useText()
  const { status, target, before, after } = command
  const was = positionWords(before)
  if (target === null) return <span className="num t2">{was ?? MISSING}</span>
  const proven = status === 'EXECUTED' ? positionWords(after) : null
  const asked = target.opening === null ? null : `${Math.round(target.opening)} %`
  return (
    <span className="num">
      <BeforeAfter before={was ?? t('drawing.unknown')} after={proven ?? asked} proven={proven !== null} />
    </span>
  )
}

/** What changed, in one line: the first field, and how many more there are. */
export function ChangeCell({ row }: { row: OperationLogRow }) {
  useText()
  const logged = useLogged(row.id)
  if (logged?.command) return <CommandChange command={logged.command} />
  const lines = row.change ? changeLines(row.change.before, row.change.after) : []
  const [first] = lines
  if (!first) return <span className="t3">{MISSING}</span>
  const [before, after] = [first.before, first.after].map((value) => loggedValue(row.area, first.field, value))
  return (
    <span className="log-change" title={fieldWords(row.area, first.field)}>
      <small className="t3">{fieldWords(row.area, first.field)}</small>
      <BeforeAfter before={before ?? t('log.none')} after={after ?? t('log.none')} proven />
      {lines.length > 1 && <small className="t3">{t('log.moreFields', { n: lines.length - 1 })}</small>}
    </span>
  )
}

/** Files that were made end by themselves; everything else is saved with its line. */
const ENDED: ReadonlySet<string> = new Set(['export', 'import', 'cut', 'finish', 'kick', 'upload'])

function CommandChip({ status, n }: { status: CommandStatus; n?: number }) {
  const word = byName(`enum.commandStatus.${status}`)
  return <StateChip {...lookOf({ status })} text={n === undefined ? word : t('log.outcomes', { state: word, n })} />
}

/** How it ended: of commands as the ledger has it now, of a batch by number. */
export function OutcomeCell({ row, alone = false }: { row: OperationLogRow; alone?: boolean }) {
  useText()
  const logged = useLogged(row.id)
  const outcomes = Object.entries(logged?.batch.outcomes ?? {}) as [CommandStatus, number][]
  if (!alone && logged && logged.batch.lines > 1 && outcomes.length > 0)
    return (
      <span className="log-outcomes">
        {outcomes.map(([status, n]) => (
          <CommandChip key={status} status={status} n={n} />
        ))}
      </span>
    )
  const status = logged?.command?.status ?? row.outcome
  if (status) return <CommandChip status={status} />
  return <span className="t2">{t(ENDED.has(row.verb) ? 'log.ended' : 'log.saved')}</span>
}
