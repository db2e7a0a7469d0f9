import type { Command } from '@sluice/contract'
import { lookOf, toneOf } from '../../../domain/command/command-tone.ts'
import { useNow } from '../../../lib/time/clock.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { StateChip } from '../../../parts/reading/status-chip.tsx'
import { endedByAnswer } from '../command-words.ts'
import { stopwatch } from '../../../lib/time/stopwatch.ts'

/** What its answer ended is not said to be proven. */
function wordOf(command: Command): string {
  const { status, late } = command
  if (status !== 'EXECUTED') return byName(`enum.commandStatus.${status}`)
  if (endedByAnswer(command)) return t('step.acknowledged')
  return late ? t('step.late') : byName(`enum.commandStatus.${status}`)
}

/** The state of a command. An unproven one has a stopwatch. */
export function CommandChip({ command, watch = false }: { command: Command; watch?: boolean }) {
  useText()
  const now = useNow(1000)
  const tone = toneOf(command)
  const word = wordOf(command)
  const because =
    tone === 'failed' && command.resultCode ? byName(`enum.resultCode.${command.resultCode}`, command.resultCode) : ''
  const running = watch && tone === 'pending' ? ` ${stopwatch(now - Date.parse(command.createTime))}` : ''
  const look = endedByAnswer(command) ? ({ tone: 'plain', glyph: 'done' } as const) : lookOf(command)
  return <StateChip {...look} text={because ? `${word}${t('punct.colon')}${because}` : word + running} />
}
