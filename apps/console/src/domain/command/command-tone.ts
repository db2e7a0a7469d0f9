import type { Command } from '@sluice/contract'
import type { GlyphName } from '../../parts/icon/glyphs.tsx'
import type { StateTone } from '../../parts/reading/status-chip.tsx'

/** How a command is drawn as a whole (docs/spec/look.md#2.4): only EXECUTED is solid and green. */
export type CommandTone = 'pending' | 'moving' | 'confirmed' | 'unconfirmed' | 'failed' | 'dropped'

const TONES: Record<Command['status'], CommandTone> = {
  QUEUED: 'pending',
  SENT: 'pending',
  ACKNOWLEDGED: 'pending',
  EXECUTING: 'moving',
  EXECUTED: 'confirmed',
  TIMEOUT: 'unconfirmed',
  FAILED: 'failed',
  EXPIRED: 'failed',
  CANCELLED: 'dropped',
  SUPERSEDED: 'dropped',
}

export function toneOf({ status }: Pick<Command, 'status'>): CommandTone {
  return TONES[status]
}

const LOOKS: Record<CommandTone, { tone: StateTone; glyph: GlyphName }> = {
  pending: { tone: 'pending', glyph: 'pending' },
  moving: { tone: 'moving', glyph: 'moving' },
  confirmed: { tone: 'online', glyph: 'done' },
  unconfirmed: { tone: 'unconfirmed', glyph: 'unconfirmed' },
  failed: { tone: 'level4', glyph: 'failed' },
  dropped: { tone: 'plain', glyph: 'disabled' },
}

/** Its sign, and the colour of that, wherever a command is shown by one. */
export function lookOf(command: Pick<Command, 'status'>): { tone: StateTone; glyph: GlyphName } {
  return LOOKS[toneOf(command)]
}
