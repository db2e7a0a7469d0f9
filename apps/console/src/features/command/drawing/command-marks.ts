import { type Command, commandPage } from '@sluice/contract'
import { useMemo } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { useCommandsOf } from '../../../domain/commands.ts'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useLive } from '../../../lib/live/live.ts'
import { byName, t } from '../../../lib/text/text.ts'
import type { GlyphName } from '../../../parts/icon/glyphs.tsx'
import { commandWords } from '../command-words.ts'
import { askedLine } from './day-lines.ts'
import { toneOf } from '../../../domain/command-tone.ts'

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

function markOf(command: Command) {
  const at = Date.parse(command.doneTime ?? command.sentTime ?? command.createTime)
  const who = command.operatorName ? ` · ${command.operatorName}` : ''
  return {
    key: `command ${command.id}`,
    at,
    glyph: GLYPHS[toneOf(command)],
    text:
      t('event.ended', { what: commandWords(command), outcome: byName(`enum.commandStatus.${command.status}`) }) + who,
  }
}

const NONE: readonly Command[] = []

/** The commands of a valve between two instants: the dashed line of its curve, and a glyph for each command. */
export function useCommandMarks(deviceId: string, startTime: string, endTime: string) {
  const mayRead = usePermission(['command:list'])
  const live = useCommandsOf(deviceId)
  const reopened = useLive((state) => state.reopened)
  const fetched = useAnswer(commandPage, mayRead ? { deviceId, startTime, endTime, limit: MOST } : null, {
    follows: [reopened],
    keep: true,
    silent: true,
  })
  const before = fetched.data?.list ?? NONE
  return useMemo(() => {
    const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
    const known = new Map([...before, ...live].map((command) => [command.id, command]))
    // Commands without a movement, as a reading, are left out.
    const moves = [...known.values()].filter(({ target }) => target !== null)
    const happenings = moves.map(markOf).filter(({ at }) => at >= from && at <= to)
    return { asked: askedLine(moves, from, to).flat(), happenings }
  }, [before, live, startTime, endTime])
}
