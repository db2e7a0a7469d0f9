import { type NoticeChannel, SEND_FAILURES } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import type { TextKey } from '../../../texts/zh-CN.ts'
import type { GlyphName } from '../../../parts/icon/glyphs.tsx'
import { Chip, type ChipTone } from '../../../parts/reading/status-chip.tsx'

type State = 'none' | 'off' | 'ready' | 'failed'

function stateOf({ configured, enabled, last }: NoticeChannel): State {
  if (!configured) return 'none'
  if (!enabled) return 'off'
  return last?.ok === false ? 'failed' : 'ready'
}

const LOOKS: Readonly<Record<State, { tone: ChipTone; glyph: GlyphName }>> = {
  none: { tone: 'off', glyph: 'unknown' },
  off: { tone: 'off', glyph: 'disabled' },
  ready: { tone: 'plain', glyph: 'done' },
  failed: { tone: 'barred', glyph: 'failed' },
}

/** Whether messages leave through a channel. Glyph and word, never colour alone. */
export function ChannelState({ channel }: { channel: NoticeChannel }) {
  const { t } = useText()
  const state = stateOf(channel)
  return <Chip {...LOOKS[state]} text={t(`channel.state.${state}`)} />
}

/** Why a message did not go out: in our words, or as the other side said it. */
export function becauseText(t: (key: TextKey) => string, because: string): string {
  const known = SEND_FAILURES.find((failure) => failure === because)
  return known ? t(`channel.failure.${known}`) : because
}
