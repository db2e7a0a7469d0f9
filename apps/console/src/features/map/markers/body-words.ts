import { t } from '../../../lib/text/text.ts'
import type { GlyphName } from '../../../parts/icon/glyphs.tsx'
import type { StateTone } from '../../../parts/reading/status-chip.tsx'
import type { TextKey } from '../../../texts/zh-CN.ts'
import { BADGE, type Body, type Ring } from './marker-state.ts'

interface Face {
  glyph: GlyphName
  tone: StateTone
  text: TextKey
}

/** Glyph, colour and word of each body: the same three everywhere (docs/spec/look.md#2.4). */
export const BODY_FACES: Readonly<Record<Body, Face>> = {
  online: { glyph: 'online', tone: 'online', text: 'enum.deviceStatus.ONLINE' },
  moving: { glyph: 'moving', tone: 'moving', text: 'state.moving' },
  offline: { glyph: 'offline', tone: 'offline', text: 'enum.deviceStatus.OFFLINE' },
  level2: { glyph: 'level2', tone: 'level2', text: 'enum.level.2' },
  level3: { glyph: 'level3', tone: 'level3', text: 'enum.level.3' },
  level4: { glyph: 'level4', tone: 'level4', text: 'enum.level.4' },
  disabled: { glyph: 'disabled', tone: 'disabled', text: 'enum.deviceStatus.DISABLED' },
  unknown: { glyph: 'unknown', tone: 'unknown', text: 'enum.deviceStatus.INACTIVE' },
}

/** Unproven commands are never drawn like a state. */
export const RING_FACES: Readonly<Record<Ring, Face>> = {
  pending: { glyph: 'pending', tone: 'pending', text: 'map.pending' },
  unconfirmed: { glyph: 'unconfirmed', tone: 'unconfirmed', text: 'map.unconfirmed' },
}

/** The marks around a body, in the order of the legend. */
export const MARK_FACES: readonly (Face & { name: string; bit: number })[] = [
  { name: 'level1', bit: BADGE.level1, glyph: 'level1', tone: 'level1', text: 'enum.level.1' },
  { name: 'lowBattery', bit: BADGE.lowBattery, glyph: 'battery', tone: 'battery', text: 'map.lowBattery' },
  { name: 'pending', bit: BADGE.pending, ...RING_FACES.pending },
  { name: 'unconfirmed', bit: BADGE.unconfirmed, ...RING_FACES.unconfirmed },
]

/** The order of the legend: devices that work, offline ones, faults, others. */
export const LEGEND_ORDER: readonly Body[] = [
  'online',
  'moving',
  'offline',
  'level4',
  'level3',
  'level2',
  'unknown',
  'disabled',
]

export function bodyText(body: Body): string {
  return t(BODY_FACES[body].text)
}
