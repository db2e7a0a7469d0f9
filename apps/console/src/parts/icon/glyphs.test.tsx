import { readFileSync } from 'node:fs'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Glyph, type GlyphName, levelGlyph } from './glyphs.tsx'

afterEach(cleanup)

const NAMES = Object.keys({
  online: 0,
  offline: 0,
  moving: 0,
  disabled: 0,
  unknown: 0,
  level1: 0,
  level2: 0,
  level3: 0,
  level4: 0,
  battery: 0,
  pending: 0,
  unconfirmed: 0,
  done: 0,
  failed: 0,
} satisfies Record<GlyphName, 0>) as GlyphName[]

test('every glyph has a colour of its own', () => {
  const tones = readFileSync(`${import.meta.dirname}/tone.css`, 'utf8')
  for (const name of NAMES) expect(tones).toMatch(new RegExp(String.raw`^\.tone-${name}( \{|,$)`, 'm'))
})

test('a glyph has the colour of its text, or its own with `toned`', () => {
  const { container } = render(
    <>
      <Glyph name="level2" />
      <Glyph name="level2" toned />
    </>,
  )
  const classes = [...container.querySelectorAll('svg')].map((glyph) => glyph.getAttribute('class'))
  expect(classes).toEqual(['glyph', 'glyph tone-level2'])
})

test('a level beyond those there are has the mark of the nearest', () => {
  expect([-1, 0, 1, 2, 3, 4, 9].map(levelGlyph)).toEqual([
    'level1',
    'level1',
    'level1',
    'level2',
    'level3',
    'level4',
    'level4',
  ])
})
