import { byName, useText } from '../../lib/text/text.ts'
import { Glyph, type GlyphName, levelGlyph } from '../icon/glyphs.tsx'

/** The colours of what a device proved: the classes of chip.css, one per state of docs/spec/look.md#2.4. */
export type StateTone =
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

/** The inks of everything else: as usual, switched off, and what keeps somebody out. */
export type ChipTone = 'plain' | 'off' | 'barred'

interface ChipProps<Tone> {
  tone: Tone
  glyph?: GlyphName
  text: string
}

function drawn({ tone, glyph, text }: ChipProps<string>) {
  return (
    <span className={`chip chip-${tone}`}>
      {glyph && <Glyph name={glyph} />}
      {text}
    </span>
  )
}

/** A word about people, roles, keys or the program: ink, never a colour of a device (docs/spec/look.md#1.2). */
export function Chip(props: ChipProps<ChipTone>) {
  return drawn(props)
}

/** What a device proved. Glyph and word, never colour alone. */
export function StateChip(props: ChipProps<StateTone>) {
  return drawn(props)
}

const LINKS: Record<string, StateTone & GlyphName> = {
  ONLINE: 'online',
  OFFLINE: 'offline',
  DISABLED: 'disabled',
  INACTIVE: 'unknown',
}

/** The link state of a device; `cause` says whether it is offline because of its master. */
export function LinkChip({ value, cause }: { value: string; cause?: string | null | undefined }) {
  useText()
  const look = LINKS[value] ?? 'unknown'
  const key = value === 'OFFLINE' && cause ? `enum.offlineCause.${cause}` : `enum.deviceStatus.${value}`
  return <StateChip tone={look} glyph={look} text={byName(key, value)} />
}

const STANDINGS: Record<string, { tone: ChipTone; glyph: GlyphName }> = {
  NORMAL: { tone: 'plain', glyph: 'done' },
  DISABLED: { tone: 'off', glyph: 'disabled' },
  LOCKED: { tone: 'barred', glyph: 'failed' },
}

/** Whether an account, a role or a department counts. */
export function StatusChip({ enumName, value }: { enumName: string; value: string }) {
  useText()
  const look = STANDINGS[value] ?? { tone: 'off' as const, glyph: 'unknown' as const }
  return <Chip {...look} text={byName(`enum.${enumName}.${value}`, value)} />
}

/** A fault by its level; an unknown code is shown as it is. */
export function FaultChip({ code, level }: { code: string; level: number }) {
  useText()
  const tone = levelGlyph(level)
  return <StateChip tone={tone} glyph={tone} text={byName(`fault.${code}`, code)} />
}
