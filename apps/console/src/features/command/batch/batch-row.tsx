import type { Command } from '@sluice/contract'
import { useKnownCommands } from '../../../domain/command/commands.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import type { GlyphName } from '../../../parts/icon/glyphs.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { StateChip, type StateTone } from '../../../parts/reading/status-chip.tsx'
import { type BatchLook, type BatchRow, type BatchRun, lookOf } from './batch.ts'
import { CommandChip } from '../panel/command-chip.tsx'
import { sentenceOf } from '../command-sentence.ts'
import { commandWords } from '../command-words.ts'

const LOOKS: Record<BatchLook, { tone: StateTone; glyph: GlyphName }> = {
  confirmed: { tone: 'online', glyph: 'done' },
  pending: { tone: 'pending', glyph: 'pending' },
  unconfirmed: { tone: 'unconfirmed', glyph: 'unconfirmed' },
  failed: { tone: 'level4', glyph: 'failed' },
  waiting: { tone: 'plain', glyph: 'unknown' },
  dropped: { tone: 'plain', glyph: 'disabled' },
}
/** In the order of the bar: proven first. */
const ORDER = Object.keys(LOOKS) as BatchLook[]

const idsOf = (rows: readonly BatchRow[]) => rows.flatMap(({ step }) => (step.kind === 'taken' ? [step.commandId] : []))

/** Each row with its latest ledger row, if it has one. */
export function useRunRows({ rows }: BatchRun): { row: BatchRow; command: Command | undefined; look: BatchLook }[] {
  const known = new Map(useKnownCommands(idsOf(rows)).map((command) => [command.id, command]))
  return rows.map((row) => {
    const command = row.step.kind === 'taken' ? known.get(row.step.commandId) : undefined
    return { row, command, look: lookOf(row.step, command) }
  })
}

/** What is not proven, in words: what may be true and what to do. */
function becauseOf({ step }: BatchRow, command: Command | undefined): string | null {
  if (step.kind === 'refused') return step.message
  if (step.kind === 'unheard') return [step.message, t('batch.unheard')].filter(Boolean).join(' ')
  return command ? sentenceOf(command) : null
}

/** One valve of a run. */
export function BatchLine({ row, command, look }: { row: BatchRow; command: Command | undefined; look: BatchLook }) {
  useText()
  const because = becauseOf(row, command)
  return (
    <li className="batch-line" data-device={row.deviceId} data-look={look}>
      <b>{row.name}</b>
      {command ? (
        <CommandChip command={command} watch />
      ) : (
        <StateChip {...LOOKS[look]} text={t(row.step.kind === 'calling' ? 'batch.calling' : `batch.look.${look}`)} />
      )}
      {because && <small>{because}</small>}
    </li>
  )
}

/** How many rows have each state; `brief` for a button. */
export function RunNumbers({ run, brief = false }: { run: BatchRun; brief?: boolean }) {
  useText()
  const rows = useRunRows(run)
  const count = (look: BatchLook) => rows.filter((row) => row.look === look).length
  const proven = count('confirmed')
  if (brief) {
    const open = count('waiting') + count('pending')
    const look = open > 0 ? 'pending' : proven === rows.length ? 'confirmed' : 'unconfirmed'
    return (
      <>
        <Glyph name={LOOKS[look].glyph} />
        <span className="num">{t('batch.brief', { what: commandWords(run), n: proven, total: rows.length })}</span>
      </>
    )
  }
  return (
    <>
      <div
        className="batch-progress"
        role="progressbar"
        aria-label={t('batch.progress', { n: proven, total: rows.length })}
        aria-valuemin={0}
        aria-valuemax={rows.length}
        aria-valuenow={proven}
      >
        {ORDER.map(
          (look) => count(look) > 0 && <i key={look} className={`part-${look}`} style={{ flex: count(look) }} />,
        )}
      </div>
      <p className="batch-numbers num">
        {ORDER.map(
          (look) =>
            count(look) > 0 && (
              <span key={look}>
                <Glyph name={LOOKS[look].glyph} toned />
                {byName(`batch.look.${look}`)} <b>{count(look)}</b>
              </span>
            ),
        )}
      </p>
    </>
  )
}
