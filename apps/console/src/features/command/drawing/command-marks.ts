import { type Command, commandPage } from '@sluice/contract'
import { useMemo } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import type { CommandMarks, CommandEvent } from '../../../domain/history/happening.ts'
import { useCommandsOf } from '../../../domain/command/commands.ts'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useLive } from '../../../lib/live/live.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import type { GlyphName } from '../../../parts/icon/glyphs.tsx'
import { commandWords } from '../command-words.ts'
import { askedLine } from './day-lines.ts'
import { toneOf } from '../../../domain/command/command-tone.ts'

/** More marks than this in one picture are unreadable; the newest are drawn. */
const MOST = 100

const GLYPHS = {
  pending: 'pending',
  moving: 'pending',
  confirmed: 'done',
  unconfirmed: 'unconfirmed',
  failed: 'failed',
  dropped: 'disabled',
} as const satisfies Record<ReturnType<typeof toneOf>, GlyphName>

const outcomeOf = (command: Command) =>
  t('event.ended', { what: commandWords(command), outcome: byName(`enum.commandStatus.${command.status}`) })

function markOf(command: Command) {
  const at = Date.parse(command.doneTime ?? command.sentTime ?? command.createTime)
  const who = command.operatorName ? ` · ${command.operatorName}` : ''
  return {
    key: `command ${command.id}`,
    at,
    glyph: GLYPHS[toneOf(command)],
    text: outcomeOf(command) + who,
  }
}

const NONE: readonly Command[] = []

/** All commands of a device between two instants that are known, fetched or heard of. */
function useCommandsWithin(deviceId: string, startTime: string, endTime: string): readonly Command[] {
  const mayRead = usePermission(['command:list'])
  const live = useCommandsOf(deviceId)
  const reopened = useLive((state) => state.reopened)
  const fetched = useAnswer(commandPage, mayRead ? { deviceId, startTime, endTime, limit: MOST } : null, {
    follows: [reopened],
    keep: true,
    silent: true,
  })
  const before = fetched.data?.list ?? NONE
  return useMemo(
    () => [...new Map([...before, ...live].map((command) => [command.id, command])).values()],
    [before, live],
  )
}

/** The commands of a valve between two instants: the dashed line of its curve, and a glyph for each command. */
export function useCommandMarks(deviceId: string, startTime: string, endTime: string): CommandMarks {
  const known = useCommandsWithin(deviceId, startTime, endTime)
  return useMemo(() => {
    const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
    // Commands without a movement, as a reading, are left out.
    const moves = known.filter(({ target }) => target !== null)
    const happenings = moves.map(markOf).filter(({ at }) => at >= from && at <= to)
    return { asked: askedLine(moves, from, to).flat(), happenings }
  }, [known, startTime, endTime])
}

/** The commands of a device between two instants in words, each at the time it was made, with who made it. */
export function useCommandEvents(deviceId: string, startTime: string, endTime: string): readonly CommandEvent[] {
  const { language } = useText()
  const known = useCommandsWithin(deviceId, startTime, endTime)
  return useMemo(() => {
    // The words follow the language.
    void language
    const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
    const commandEvents = known.map((command) => ({
      key: `command ${command.id}`,
      at: Date.parse(command.createTime),
      glyph: GLYPHS[toneOf(command)],
      text: outcomeOf(command),
      who: command.operatorName,
    }))
    return commandEvents.filter(({ at }) => at >= from && at <= to)
  }, [known, startTime, endTime, language])
}
