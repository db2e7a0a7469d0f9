/** The theme colour functions of docs/spec/look.md#2.3 and the tints of LS-11: pure, tested with their tables. */

export const DEFAULT_THEME = '#409EFF'
export const PRESETS = ['#409EFF', '#FF8C00', '#FFD700', '#11a983', '#13c2c2', '#6959CD', '#f5222d'] as const

const HEX = /^#[0-9a-f]{6}$/i
const DARK_LABEL = '#08131F'
/** Above WCAG's 4.5, so that a browser's rounding never falls below it. */
const LINK_CONTRAST = 4.6

export function isColour(text: unknown): text is string {
  return typeof text === 'string' && HEX.test(text)
}

function channels(colour: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number]
}

/** Halves round to the even neighbour, as in the table of docs/spec/look.md#2.3. */
function roundEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  if (Math.abs(rest - 0.5) > 1e-9) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}

function toHex(values: readonly number[], round: (value: number) => number): string {
  return `#${values.map((value) => round(value).toString(16).padStart(2, '0')).join('')}`
}

/** Mixes a `share`, 0 to 1, of `into` into `colour`. */
export function mix(colour: string, into: string, share: number): string {
  const target = channels(into)
  const mixed = channels(colour).map((value, at) => value * (1 - share) + target[at]! * share)
  return toHex(mixed, roundEven)
}

function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** The label colour on a fill of the pick: white or near-black, whichever has more contrast. */
export function labelOn(pick: string): string {
  return contrast(pick, '#FFFFFF') >= contrast(pick, DARK_LABEL) ? '#FFFFFF' : DARK_LABEL
}

/** Mixes the pick towards `towards` in 1 % steps until its contrast is 4.6 on every background. */
export function readable(pick: string, towards: string, backgrounds: readonly string[]): string {
  for (let percent = 0; percent < 100; percent++) {
    const colour = mix(pick, towards, percent / 100)
    if (backgrounds.every((background) => contrast(colour, background) >= LINK_CONTRAST)) return colour
  }
  return towards
}

/** The pick lightened by 1 to 9 tenths towards white (LS-11); halves round up. */
export function lighter(pick: string, tenths: number): string {
  const mixed = channels(pick).map((value) => value + (255 - value) * (tenths / 10))
  return toHex(mixed, Math.round)
}

/** The pick darkened by 10 % (LS-11). */
export function darker(pick: string): string {
  return toHex(
    channels(pick).map((value) => value * 0.9),
    Math.round,
  )
}
