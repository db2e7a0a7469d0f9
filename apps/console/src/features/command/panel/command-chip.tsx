import type { Command } from '@sluice/contract'
import { useNow } from '../../../lib/time/clock.ts'
import { useText } from '../../../lib/text/text.ts'
import type { GlyphName } from '../../../parts/icon/glyphs.tsx'
import { Chip, type ChipTone } from '../../../parts/reading/status-chip.tsx'
import { stopwatch } from '../../../lib/time/stopwatch.ts'
import { type CommandTone, toneOf } from './steps.ts'

const LOOKS: Record<CommandTone, { tone: ChipTone; glyph: GlyphName }> = {
  pending: { tone: 'pending', glyph: 'pending' },
  moving: { tone: 'moving', glyph: 'moving' },
  confirmed: { tone: 'online', glyph: 'done' },
  unconfirmed: { tone: 'unconfirmed', glyph: 'unconfirmed' },
  failed: { tone: 'level4', glyph: 'failed' },
  dropped: { tone: 'plain', glyph: 'disabled' },
}

/** The state of a command. An unproven one has a stopwatch. */
export function CommandChip({ command, watch = false }: { command: Command; watch?: boolean }) {
  const { t, byName } = useText()
  const now = useNow(1000)
  const tone = toneOf(command)
  const word = command.late && tone === 'confirmed' ? t('step.late') : byName(`enum.commandStatus.${command.status}`)
  const because =
    tone === 'failed' && command.resultCode ? byName(`enum.resultCode.${command.resultCode}`, command.resultCode) : ''
  const running = watch && tone === 'pending' ? ` ${stopwatch(now - Date.parse(command.createTime))}` : ''
  return <Chip {...LOOKS[tone]} text={because ? `${word}${t('punct.colon')}${because}` : word + running} />
}
