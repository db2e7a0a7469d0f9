import { type AutoLine, type FaultAction, type FaultLine, type FaultRow, type ToldLine } from '@sluice/contract'
import type { CommandEvent } from '../../../domain/history/happening.ts'
import { byName, t } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { type GlyphName, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import type { IconName } from '../../../parts/icon/icons.tsx'
import { autoWord } from '../code/auto-word.ts'

export const STORY_KINDS = ['fault', 'command', 'told', 'people'] as const
export type StoryKind = (typeof STORY_KINDS)[number]

/** One line of what happened. */
export interface StoryLine {
  key: string
  at: number
  kind: StoryKind
  mark: { glyph: GlyphName } | { icon: IconName }
  text: string
  note: string | null
  /** Null where nobody did it. */
  who: string | null
}

const ICONS: Readonly<Record<FaultAction, IconName>> = {
  RAISE: 'bell',
  REPEAT: 'bell',
  CLEAR: 'check',
  ACK: 'user',
  RELEASE: 'exit',
  ASSIGN: 'users',
  START: 'wrench',
  CANCEL: 'cross',
  NOTE: 'pencil',
  RESOLVE: 'check',
  CLOSE: 'inbox',
  IGNORE: 'eye',
  REOPEN: 'refresh',
}

/** What the device proved has its mark, what people did an icon. */
function markOf(action: FaultAction, level: number): StoryLine['mark'] {
  if (action === 'RAISE' || action === 'REPEAT') return { glyph: levelGlyph(level) }
  return action === 'CLEAR' ? { glyph: 'done' } : { icon: ICONS[action] }
}

/** What a line of the fault says. */
function textOf({ action, note, reason }: FaultLine, code: string): string {
  if (action === 'RAISE') return byName(`fault.${code}`, code)
  if (reason === 'OUT_OF_USE') return t('faultPage.outOfUse')
  return t(`faultAction.${action}`, action === 'ASSIGN' ? { note: note ?? '' } : {})
}

/** What became of an automatic action: its command and how that ended, or why there is none. */
function outcomeOf({ state, reason, error, commandId, commandStatus }: AutoLine): string {
  if (state === 'WAITING') return t('autoDone.waiting')
  if (commandId !== null) {
    const status = byName(`enum.commandStatus.${commandStatus ?? ''}`, commandStatus ?? '')
    return t('autoDone.sent', { command: `C${commandId.padStart(8, '0')}`, status })
  }
  const known = error === null ? '' : byName(`error.${error}`, error)
  const why = reason === null ? '' : t(`autoDone.why.${reason}`, { error: known })
  return t(state === 'LEFT' ? 'autoDone.left' : 'autoDone.refused', { reason: why })
}

/** Who was told by what, and whether it was read or why it failed. */
function toldLine({ ts, channel, userName, status, reason, readTime }: ToldLine, n: number): StoryLine {
  const said = { who: userName, channel: byName(`enum.channelKind.${channel}`, channel) }
  const why = reason === null ? null : byName(`enum.pushReason.${reason}`, reason)
  return {
    key: `told ${n}`,
    at: Date.parse(ts),
    kind: 'told',
    mark: status === 'FAILED' ? { glyph: 'failed' } : { icon: 'bell' },
    text: t(status === 'FAILED' ? 'faultPage.notTold' : 'faultPage.told', said),
    note: readTime === null ? why : t('faultPage.read', { time: showTime(readTime) }),
    who: null,
  }
}

/**
 * What happened, the newest last: the lines of the fault, what the platform did by itself, the commands of its device, and who
 * was told.
 */
export function storyLines(
  { code, level }: Pick<FaultRow, 'code' | 'level'>,
  { lines, actions, told }: { lines: readonly FaultLine[]; actions: readonly AutoLine[]; told: readonly ToldLine[] },
  commandEvents: readonly CommandEvent[],
): StoryLine[] {
  const ofFault = lines.map((line, n): StoryLine => {
    const { ts, action, userName, note, reason } = line
    const isPlatform = userName === null
    return {
      key: `line ${n}`,
      at: Date.parse(ts),
      kind: isPlatform ? 'fault' : 'people',
      // Nothing was mended.
      mark: reason === null ? markOf(action, level) : { icon: 'cross' },
      text: textOf(line, code),
      // Its text says whom.
      note: action === 'ASSIGN' ? null : note,
      who:
        isPlatform && action !== 'RAISE' && action !== 'REPEAT' && action !== 'CLEAR'
          ? t('faultPage.platform')
          : userName,
    }
  })
  const ofDevice = commandEvents.map(
    ({ key, at, glyph, text, who }): StoryLine => ({
      key,
      at,
      kind: 'command',
      mark: { glyph },
      text,
      note: null,
      who,
    }),
  )
  const byItself = actions.map((one, n): StoryLine => {
    const { ts, action, stepPct, byName: name } = one
    return {
      key: `action ${n}`,
      at: Date.parse(ts),
      kind: 'fault',
      mark: { icon: 'wrench' },
      text: t('autoDone.did', { action: autoWord(action, stepPct) }),
      note: outcomeOf(one),
      who: t('autoDone.by', { name }),
    }
  })
  return [...ofFault, ...byItself, ...ofDevice, ...told.map(toldLine)].toSorted((a, b) => a.at - b.at)
}
