import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, darker, DEFAULT_THEME, labelOn, lighter, PRESETS } from './colour.ts'
import { DEFAULT_SETTINGS } from '../settings/layout-settings.ts'
import { APPEARANCES, linkColour, RAMPS, SIDE_THEMES, sideActive } from './ramps.ts'

/** docs/spec/look.md#2.3: pick, label, link in light / dark / night, menu text on dark / night side. */
const TABLE = [
  ['#409EFF', 'ink', '#2D70B5', '#409EFF', '#409EFF', '#46A1FF', '#409EFF'],
  ['#FF8C00', 'ink', '#A65B00', '#FF8C00', '#FF8C00', '#FF8C00', '#FF8C00'],
  ['#FFD700', 'ink', '#806C00', '#FFD700', '#FFD700', '#FFD700', '#FFD700'],
  ['#11a983', 'ink', '#0C7B60', '#11A983', '#11A983', '#29B28F', '#11A983'],
  ['#13c2c2', 'ink', '#0C7A7A', '#13C2C2', '#13C2C2', '#13C2C2', '#13C2C2'],
  ['#6959CD', 'white', '#6959CD', '#8E82DA', '#8275D6', '#9F95DF', '#8477D6'],
  ['#f5222d', 'ink', '#CE1D26', '#F7535B', '#F6313C', '#F9747B', '#F63842'],
] as const

describe('the theme colour (docs/spec/look.md#2.3)', () => {
  test.each(TABLE)('%s', (pick, label, light, dark, night, sideDark, sideNight) => {
    expect(labelOn(pick)).toBe(label === 'ink' ? '#08131F' : '#FFFFFF')
    const links = APPEARANCES.map((appearance) => linkColour(pick, appearance).toUpperCase())
    expect(links).toEqual([light, dark, night])
    expect(sideActive(pick, 'theme-dark', 'light').text.toUpperCase()).toBe(sideDark)
    expect(sideActive(pick, 'theme-night', 'light').text.toUpperCase()).toBe(sideNight)
  })

  test('LS-5 (1 of 2) presets in order; the default is the first, in whatever case', () => {
    expect(PRESETS).toEqual(TABLE.map(([pick]) => pick))
    expect(DEFAULT_THEME.toLowerCase()).toBe('#409eff')
  })

  test('LS-11 (2 of 2) tints keep two hex digits per channel', () => {
    expect([lighter('#409EFF', 9), lighter('#409EFF', 5), darker('#409EFF')]).toEqual(['#ecf5ff', '#a0cfff', '#3a8ee6'])
    expect([lighter('#FF8C00', 9), lighter('#FF8C00', 5), darker('#FF8C00')]).toEqual(['#fff4e6', '#ffc680', '#e67e00'])
    expect(darker('#000010')).toBe('#00000e')
  })
})

test('the ramps for antd are those of tokens.css', () => {
  const css = readFileSync(`${import.meta.dirname}/../tokens.css`, 'utf8')
  for (const appearance of APPEARANCES) {
    const block = css.replaceAll('"', "'").split(`[data-appearance='${appearance}'] {`)[1]!.split('}')[0]!
    for (const [name, value] of Object.entries(RAMPS[appearance])) {
      const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      expect(block).toContain(`--${property}: ${value};`)
    }
  }
})

/** The value of a property in the block of a selector; a reference is resolved in the block of the appearance. */
function tokenOf(css: string, selector: string, name: string, appearance: string): string {
  const block = css.replaceAll('"', "'").split(`${selector} {`)[1]?.split('}')[0] ?? ''
  const value = new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1] ?? ''
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  return reference ? tokenOf(css, `[data-appearance='${appearance}']`, reference, appearance) : value
}

test('LS-6, AM-18 (1 of 2) three side themes; menu text has a contrast of 4.5, and night is near black', () => {
  expect(SIDE_THEMES).toEqual(['theme-dark', 'theme-light', 'theme-night'])
  expect(DEFAULT_SETTINGS.sideTheme).toBe('theme-dark')
  const css = readFileSync(`${import.meta.dirname}/../tokens.css`, 'utf8')
  for (const side of SIDE_THEMES) {
    for (const appearance of APPEARANCES) {
      const of = (name: string) => tokenOf(css, `[data-side='${side}']`, name, appearance)
      for (const ground of ['sd-bg', 'sd-hover']) {
        expect(contrast(of('sd-text'), of(ground)), `${side} ${appearance} ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
      for (const pick of PRESETS) {
        const active = sideActive(pick, side, appearance)
        expect(contrast(active.text, active.background), `${side} ${appearance} ${pick}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  }
  const ground = (side: string) => tokenOf(css, `[data-side='${side}']`, 'sd-bg', 'light')
  expect(ground('theme-night')).not.toBe(ground('theme-dark'))
  expect(contrast(ground('theme-night'), '#000000')).toBeLessThan(1.1)
})
