import { contrast, mix, readable } from './colour.ts'

export const APPEARANCES = ['light', 'dark', 'night'] as const
export type Appearance = (typeof APPEARANCES)[number]

export const SIDE_THEMES = ['theme-dark', 'theme-light', 'theme-night'] as const
export type SideTheme = (typeof SIDE_THEMES)[number]

/** The neutrals that antd needs as values; the same as in tokens.css, which a test checks. */
export interface Ramp {
  canvas: string
  surface: string
  raised: string
  sunken: string
  hover: string
  line: string
  line2: string
  ctlLine: string
  ink: string
  t2: string
  t3: string
  tdis: string
  /** What destroys, and input that is refused; the states of devices have reds of their own. */
  danger: string
}

export const RAMPS: Record<Appearance, Ramp> = {
  light: {
    canvas: '#f3f5f7',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#e9edf1',
    hover: '#f3f6f8',
    line: '#dde3e9',
    line2: '#b7c1cb',
    ctlLine: '#7f8b97',
    ink: '#13202c',
    t2: '#42505d',
    t3: '#5b6874',
    tdis: '#98a3ae',
    danger: '#b3202e',
  },
  dark: {
    canvas: '#0f151b',
    surface: '#161e26',
    raised: '#1b252e',
    sunken: '#0b1015',
    hover: '#1c262f',
    line: '#27333e',
    line2: '#3c4b59',
    ctlLine: '#6b7b8a',
    ink: '#e9eff5',
    t2: '#b4c0cb',
    t3: '#8d9aa7',
    tdis: '#5a6773',
    danger: '#ff7f86',
  },
  night: {
    canvas: '#050708',
    surface: '#0b0e11',
    raised: '#10151a',
    sunken: '#000000',
    hover: '#12181d',
    line: '#1b2228',
    line2: '#2e3840',
    ctlLine: '#5c6872',
    ink: '#c9d1d8',
    t2: '#98a3ad',
    t3: '#7c8791',
    tdis: '#4a535b',
    danger: '#e46a72',
  },
}

const SIDES = {
  'theme-dark': ['#14212d', '#1c2c3a', '#223648'],
  'theme-night': ['#06090c', '#11171c', '#141b21'],
} as const

/** The colour of links, focus and switches: readable on surface, canvas and what is on them (docs/spec/look.md#2.3). */
export function linkColour(pick: string, appearance: Appearance): string {
  const { surface, canvas, hover } = RAMPS[appearance]
  if (appearance !== 'light') return readable(pick, '#FFFFFF', [surface, canvas, hover])
  return readable(pick, '#000000', [surface, canvas, mix(surface, pick, 0.09), mix(surface, pick, 0.11)])
}

const CHOSEN_PERCENT = 9
const TEXT_CONTRAST = 4.5

/** The background of selected rows: a 9 % tint of the pick, or as much of it as keeps captions readable. */
export function chosenTint(pick: string, appearance: Appearance): string {
  const { surface, t3 } = RAMPS[appearance]
  for (let percent = CHOSEN_PERCENT; percent > 0; percent--) {
    const tint = mix(surface, pick, percent / 100)
    if (contrast(t3, tint) >= TEXT_CONTRAST) return tint
  }
  return surface
}

/** Text of the active menu entry and the background under it (docs/spec/look.md#2.2). */
export function sideActive(
  pick: string,
  side: SideTheme,
  appearance: Appearance,
): { text: string; background: string } {
  if (side === 'theme-light') {
    return { text: linkColour(pick, appearance), background: mix(RAMPS[appearance].surface, pick, 0.11) }
  }
  const backgrounds = SIDES[side]
  return { text: readable(pick, '#FFFFFF', backgrounds), background: backgrounds[2] }
}
