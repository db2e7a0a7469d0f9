import { byName, useText } from '../../lib/text/text.ts'
import { Glyph, type GlyphName, levelGlyph } from '../icon/glyphs.tsx'

/** The colours of a chip: the classes of chip.css, one per state of docs/spec/look.md#2.4. */
export type ChipTone =
  | 'online'
  | 'offline'
  | 'moving'
  | 'level1'
  | 'level2'
  | 'level3'
  | 'level4'
  | 'battery'
  | 'disabled'
  | 'unknown'
  | 'pending'
  | 'unconfirmed'
  | 'plain'

/** Glyph and word, never colour alone. */
export function Chip({ tone, glyph, text }: { tone: ChipTone; glyph?: GlyphName; text: string }) {
  return (
    <span className={`chip chip-${tone}`}>
      {glyph && <Glyph name={glyph} />}
      {text}
    </span>
  )
}

const STATUS: Record<string, { tone: ChipTone; glyph: GlyphName }> = {
  ONLINE: { tone: 'online', glyph: 'online' },
  OFFLINE: { tone: 'offline', glyph: 'offline' },
  DISABLED: { tone: 'disabled', glyph: 'disabled' },
  INACTIVE: { tone: 'unknown', glyph: 'unknown' },
  NORMAL: { tone: 'online', glyph: 'done' },
  LOCKED: { tone: 'level2', glyph: 'level2' },
}

/**
 * The link state of a device, or the state of an account; `cause` says whether a device is offline because of its
 * master.
 */
export function StatusChip({ enumName, value, cause }: { enumName: string; value: string; cause?: string | null }) {
  useText()
  const look = STATUS[value] ?? { tone: 'unknown' as const, glyph: 'unknown' as const }
  const key = value === 'OFFLINE' && cause ? `enum.offlineCause.${cause}` : `enum.${enumName}.${value}`
  return <Chip {...look} text={byName(key, value)} />
}

/** A fault by its level; an unknown code is shown as it is. */
export function FaultChip({ code, level }: { code: string; level: number }) {
  useText()
  const tone = levelGlyph(level)
  return <Chip tone={tone} glyph={tone} text={byName(`fault.${code}`, code)} />
}
