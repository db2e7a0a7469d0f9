import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from './colour.ts'
import { APPEARANCES, type Appearance } from './ramps.ts'

/** The colours of the map's bins: what they lie on is in docs/spec/look.md#5. */
const LEAST_CONTRAST = 3
/** Like the states among each other (docs/spec/look.md#2.4): ΔE76, for everybody and for each kind of colour blindness. */
const LEAST_APART = 18
const LEAST_APART_BLIND = 9
/** From the colour of any state. */
const LEAST_FROM_STATE = 12

const css = readFileSync(`${import.meta.dirname}/../tokens.css`, 'utf8')
const look = readFileSync(`${import.meta.dirname}/../../../../../docs/spec/look.md`, 'utf8')

function tokens(appearance: Appearance, prefix: RegExp): string[] {
  const block = css.split(`[data-appearance="${appearance}"] {`)[1]!.split('}')[0]!
  const all = [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)]
  return all.filter(([, name]) => prefix.test(name!)).map(([, , colour]) => colour!)
}

/** The three colours of one part of the base map, in the order light, dark, night. */
function base(part: string, appearance: Appearance): string {
  const found = new RegExp(`(?:Base, light / dark / night: |· )${part} (#\\w+) / (#\\w+) / (#\\w+)`).exec(look)!
  return found[['light', 'dark', 'night'].indexOf(appearance) + 1]!
}

type Three = readonly [number, number, number]
const by = (matrix: readonly Three[], v: Three) =>
  matrix.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as unknown as Three

function linear(colour: string): Three {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Three
}

const TO_XYZ: readonly Three[] = [
  [0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883],
]
/** Machado, Oliveira and Fernandes 2009, full severity. */
const BLIND: Readonly<Record<string, readonly Three[]>> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function lab(light: Three): Three {
  const [x, y, z] = by(TO_XYZ, light).map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  ) as unknown as Three
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function apart(one: string, other: string, blind?: readonly Three[]): number {
  const seen = (colour: string) => lab(blind ? by(blind, linear(colour)) : linear(colour))
  const [a, b] = [seen(one), seen(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

describe.each(APPEARANCES)('%s', (appearance) => {
  const ramp = tokens(appearance, /^bin-/)
  const pairs = ramp.flatMap((one, at) => ramp.slice(at + 1).map((other) => [one, other] as const))

  test('five bins stand out from the land and the fields, from cards, and from the sign on a marker', () => {
    expect(ramp).toHaveLength(5)
    const grounds = [base('land', appearance), base('field', appearance), ...tokens(appearance, /^(surface|on-mark)$/)]
    expect(grounds).toHaveLength(4)
    for (const colour of ramp) {
      for (const ground of grounds) expect([colour, ground, contrast(colour, ground) >= LEAST_CONTRAST]).toContain(true)
    }
  })

  test('no bin looks like another, to nobody', () => {
    for (const [one, other] of pairs) {
      expect([one, other, apart(one, other) >= LEAST_APART]).toContain(true)
      for (const [kind, matrix] of Object.entries(BLIND)) {
        expect([one, other, kind, apart(one, other, matrix) >= LEAST_APART_BLIND]).toContain(true)
      }
    }
  })

  test('no bin has the hue of a state', () => {
    const states = tokens(appearance, /^m-(online|moving|offline|l1|l2|l3|l4)$/)
    expect(states).toHaveLength(7)
    for (const colour of ramp) {
      for (const state of states) expect([colour, state, apart(colour, state) >= LEAST_FROM_STATE]).toContain(true)
    }
  })
})

test('the bins of the night are those of the design', () => {
  expect(tokens('night', /^bin-/)).toEqual(['#cfe6d6', '#55b7c0', '#4a90cc', '#7468c4', '#b05aa8'])
})
