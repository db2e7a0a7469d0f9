import { type FaultAction, type FaultLine, type FaultRow } from '@sluice/contract'
import type { Deed } from '../../../domain/history/happening.ts'
import { byName, t } from '../../../lib/text/text.ts'
import { type GlyphName, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import type { IconName } from '../../../parts/icon/icons.tsx'

export const STORY_KINDS = ['fault', 'command', 'people'] as const
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

/** What happened, the newest last: the lines of the fault and the commands of its device. */
export function storyLines(
  { code, level }: Pick<FaultRow, 'code' | 'level'>,
  lines: readonly FaultLine[],
  deeds: readonly Deed[],
): StoryLine[] {
  const ofFault = lines.map(({ ts, action, userName, note }, n): StoryLine => {
    const isPlatform = userName === null
    const facts = action === 'ASSIGN' ? { note: note ?? '' } : {}
    return {
      key: `line ${n}`,
      at: Date.parse(ts),
      kind: isPlatform ? 'fault' : 'people',
      mark: markOf(action, level),
      text: action === 'RAISE' ? byName(`fault.${code}`, code) : t(`faultAction.${action}`, facts),
      // Its text says whom.
      note: action === 'ASSIGN' ? null : note,
      who:
        isPlatform && action !== 'RAISE' && action !== 'REPEAT' && action !== 'CLEAR'
          ? t('faultPage.platform')
          : userName,
    }
  })
  const ofDevice = deeds.map(
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
  return [...ofFault, ...ofDevice].toSorted((a, b) => a.at - b.at)
}
