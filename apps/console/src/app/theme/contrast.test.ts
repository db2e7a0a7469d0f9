import { readFileSync } from 'node:fs'
import { TYPE_COLOURS } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { landColours } from '../../features/map/canvas/style/map-colours.ts'
import { contrast, labelOn, mix, PRESETS } from './colour.ts'
import { APPEARANCES, type Appearance, chosenTint, linkColour, RAMPS, SIDE_THEMES, sideActive } from './ramps.ts'

/** WCAG 2.2: text 4.5, marks and control edges 3. Every preset colour in every appearance (docs/spec/look.md#2). */
const TEXT = 4.5
const MARK = 3

const css = readFileSync(`${import.meta.dirname}/../tokens.css`, 'utf8')

/** The tokens of one appearance or side in tokens.css. */
function tokensOf(attribute: string, value: string): Readonly<Record<string, string>> {
  const block = css.split(`[data-${attribute}="${value}"] {`)[1]!.split('}')[0]!
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((found) => [found[1], found[2]]))
}

interface Pair {
  what: string
  ratio: number
  least: number
}

const STATES = ['online', 'offline', 'moving', 'l1', 'l2', 'l3', 'l4', 'batt'] as const

/** Pairs that do not depend on the pick: text on backgrounds, chips on their tints, marks on the map's cards. */
function plainPairs(appearance: Appearance): Pair[] {
  const tokens = tokensOf('appearance', appearance)
  const at = (name: string) => tokens[name]!
  const words = ['ink', 't2', 't3'].flatMap((text) =>
    ['canvas', 'surface', 'raised', 'hover', 'sunken'].map((ground) => ({ text, ground })),
  )
  return [
    ...words.map(({ text, ground }) => ({
      what: `${text} on ${ground}`,
      ratio: contrast(at(text), at(ground)),
      least: TEXT,
    })),
    ...STATES.flatMap((state) =>
      [`bg-${state}`, 'surface', 'canvas', 'hover'].map((ground) => ({
        what: `s-${state} on ${ground}`,
        ratio: contrast(at(`s-${state}`), at(ground)),
        least: TEXT,
      })),
    ),
    ...['dis', 'unk'].map((state) => ({
      what: `s-${state} on surface`,
      ratio: contrast(at(`s-${state}`), at('surface')),
      least: TEXT,
    })),
    ...STATES.filter((state) => state !== 'batt').map((state) => ({
      what: `m-${state} on surface`,
      ratio: contrast(at(`m-${state}`), at('surface')),
      least: MARK,
    })),
    ...['surface', 'canvas'].map((ground) => ({
      what: `ctl-line on ${ground}`,
      ratio: contrast(at('ctl-line'), at(ground)),
      least: MARK,
    })),
    { what: 'on-ink on cmd', ratio: contrast(tokens['on-ink']!, at('cmd')), least: TEXT },
  ]
}

/**
 * Pairs that depend on the pick: fills with their label, links on every background, selected rows, the active menu
 * entry.
 */
function pickedPairs(pick: string, appearance: Appearance): Pair[] {
  const ramp = RAMPS[appearance]
  const link = linkColour(pick, appearance)
  const chosen = chosenTint(pick, appearance)
  return [
    { what: 'label on fill', ratio: contrast(labelOn(pick), pick), least: TEXT },
    ...[ramp.surface, ramp.canvas, ramp.hover].map((ground) => ({
      what: `link on ${ground}`,
      ratio: contrast(link, ground),
      least: TEXT,
    })),
    ...(['ink', 't2', 't3'] as const).map((text) => ({
      what: `${text} in a chosen row`,
      ratio: contrast(ramp[text], chosen),
      least: TEXT,
    })),
    { what: 'link in a chosen row', ratio: contrast(link, chosen), least: TEXT },
    ...SIDE_THEMES.map((side) => {
      const { text, background } = sideActive(pick, side, appearance)
      return { what: `lit entry on ${side}`, ratio: contrast(text, background), least: TEXT }
    }),
  ]
}

const tooLow = (pairs: readonly Pair[]) =>
  pairs.filter(({ ratio, least }) => ratio < least).map(({ what, ratio }) => `${what}: ${ratio.toFixed(2)}`)

describe.each(APPEARANCES)('in the %s', (appearance) => {
  test('text, chips, marks and edges have enough contrast to their backgrounds', () => {
    const pairs = plainPairs(appearance)
    expect(pairs.length).toBeGreaterThan(55)
    expect(pairs.filter(({ ratio }) => Number.isNaN(ratio))).toEqual([])
    expect(tooLow(pairs)).toEqual([])
  })

  test('marks of flow stand out from the lines they travel on, from the land beside them and from any line by their edge', () => {
    document.documentElement.dataset['appearance'] = appearance
    const { flow, flowEdge, ...land } = landColours()
    const pairs = (['canal', 'lateral', 'land', 'field', 'field2', 'built'] as const).map((ground) => ({
      what: `flow on ${ground}`,
      ratio: contrast(flow, land[ground]),
      least: MARK,
    }))
    expect(tooLow([...pairs, { what: 'flow on its edge', ratio: contrast(flow, flowEdge), least: TEXT }])).toEqual([])
  })

  test('ink is readable on the ground of every device type, and the ground is told from the surface around it', () => {
    const tokens = tokensOf('appearance', appearance)
    const rule = readFileSync(`${import.meta.dirname}/../../parts/icon/type-tile.css`, 'utf8')
    const share = Number(/var\(--ground\) (\d+)%, var\(--surface\)/.exec(rule)![1]) / 100
    const colours = TYPE_COLOURS.filter((colour) => colour !== 'NONE')
    for (const colour of colours) {
      const token = new RegExp(`data-ground="${colour}"\\] \\{\\s*--ground: var\\(--(c\\d)\\)`).exec(rule)?.[1]
      const ground = mix(tokens['surface']!, tokens[token!]!, share)
      expect([colour, contrast(tokens['ink']!, ground) >= TEXT, ground === tokens['surface']]).toEqual([
        colour,
        true,
        false,
      ])
    }
  })

  test.each(PRESETS)('LS-5 (part) %s is readable wherever it is used', (pick) => {
    expect(tooLow(pickedPairs(pick, appearance))).toEqual([])
  })
})

test.each(['theme-dark', 'theme-night'])('menu text on the %s side', (side) => {
  const tokens = tokensOf('side', side)
  for (const ground of ['sd-bg', 'sd-hover']) {
    expect(contrast(tokens['sd-text']!, tokens[ground]!)).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(tokens['sd-high']!, tokens[ground]!)).toBeGreaterThanOrEqual(TEXT)
  }
})
