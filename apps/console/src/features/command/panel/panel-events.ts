import type { Command, DeviceState } from '@sluice/contract'
import { byName, t } from '../../../lib/text/text.ts'
import type { GlyphName } from '../../../parts/icon/glyphs.tsx'
import { commandWords } from '../command-words.ts'
import { positionOf } from '../../../domain/command/valve-position.ts'
import { toneOf } from '../../../domain/command/command-tone.ts'

export interface PanelEvent {
  key: string
  time: string
  glyph: GlyphName
  text: string
  side: string
}

const SHOWN = 5

function endOf(command: Command): PanelEvent | null {
  if (!command.doneTime) return null
  const what = commandWords(command)
  const base = { key: `${command.id} end`, time: command.doneTime, side: '' }
  switch (toneOf(command)) {
    case 'confirmed': {
      const opening = command.after?.opening
      const side = typeof opening === 'number' ? `${Math.round(opening)} %` : ''
      return {
        ...base,
        glyph: 'done',
        text: t('event.ended', { what, outcome: t(command.late ? 'step.late' : 'step.confirmed') }),
        side,
      }
    }
    case 'unconfirmed':
      return {
        ...base,
        glyph: 'unconfirmed',
        text: t('event.tried', {
          n: command.attempts,
          result: byName(`enum.resultCode.${command.resultCode}`, t('step.unknown')),
        }),
      }
    case 'failed':
      return {
        ...base,
        glyph: 'failed',
        text: t('event.ended', {
          what,
          outcome: byName(`enum.resultCode.${command.resultCode}`, byName(`enum.commandStatus.${command.status}`)),
        }),
      }
    default:
      return null
  }
}

/** The latest events, newest first: commands, their outcomes, and reported positions. */
export function eventsOf(commands: readonly Command[], state: DeviceState | undefined): PanelEvent[] {
  const events: PanelEvent[] = commands.flatMap((command) => {
    const asked: PanelEvent = {
      key: `${command.id} asked`,
      time: command.createTime,
      glyph: 'pending',
      text: t('event.asked', { what: commandWords(command) }),
      side: command.operatorName ?? byName(`enum.commandSource.${command.source}`),
    }
    const end = endOf(command)
    return end ? [end, asked] : [asked]
  })
  const position = positionOf(state)
  if (position.ts && position.opening !== null) {
    const side = `${Math.round(position.opening)} %`
    events.push({ key: 'report', time: position.ts, glyph: 'online', text: t('event.report'), side })
  }
  return events.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time)).slice(0, SHOWN)
}
