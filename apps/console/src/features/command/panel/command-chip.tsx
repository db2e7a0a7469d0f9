import type { Command } from '@sluice/contract'
import { lookOf, toneOf } from '../../../domain/command-tone.ts'
import { useNow } from '../../../lib/time/clock.ts'
import { useText } from '../../../lib/text/text.ts'
import { StateChip } from '../../../parts/reading/status-chip.tsx'
import { stopwatch } from '../../../lib/time/stopwatch.ts'

/** The state of a command. An unproven one has a stopwatch. */
export function CommandChip({ command, watch = false }: { command: Command; watch?: boolean }) {
  const { t, byName } = useText()
  const now = useNow(1000)
  const tone = toneOf(command)
  const word = command.late && tone === 'confirmed' ? t('step.late') : byName(`enum.commandStatus.${command.status}`)
  const because =
    tone === 'failed' && command.resultCode ? byName(`enum.resultCode.${command.resultCode}`, command.resultCode) : ''
  const running = watch && tone === 'pending' ? ` ${stopwatch(now - Date.parse(command.createTime))}` : ''
  return <StateChip {...lookOf(command)} text={because ? `${word}${t('punct.colon')}${because}` : word + running} />
}
