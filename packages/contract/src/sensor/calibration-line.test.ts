import { describe, expect, it } from 'vitest'
import { correctedBy, lineThrough, pointProblems, typedLine } from './calibration-line.ts'

const TYPED = { firstRaw: 0.02, firstRef: 0, secondRaw: 0.59, secondRef: 0.6 }

describe('the line of a calibration', () => {
  it('goes through both points', () => {
    const line = lineThrough({ raw: 0.02, ref: 0 }, { raw: 0.59, ref: 0.6 })
    expect(line.gain).toBeCloseTo(0.6 / 0.57, 10)
    expect(line.shift).toBeCloseTo((-0.02 * 0.6) / 0.57, 10)
    expect(correctedBy(line, 0.02)).toBeCloseTo(0, 10)
    expect(correctedBy(line, 0.59)).toBeCloseTo(0.6, 10)
    expect(lineThrough({ raw: 4, ref: 0 }, { raw: 20, ref: 10 })).toEqual({ gain: 0.625, shift: -2.5 })
  })

  it('is the same whichever point is named first', () => {
    const [a, b] = [
      { raw: 1, ref: 1.1 },
      { raw: 9, ref: 8.9 },
    ]
    expect(lineThrough(a, b)).toEqual(lineThrough(b, a))
  })

  it('only shifts with one point', () => {
    expect(lineThrough({ raw: 3.32, ref: 3.3 })).toEqual({ gain: 1, shift: -0.02 })
    expect(correctedBy({ gain: 1, shift: -0.02 }, 3.32)).toBe(3.3)
  })

  it('leaves no crumbs of binary fractions', () => {
    expect(correctedBy({ gain: 1.02, shift: 0.01 }, 3.3)).toBe(3.376)
  })
})

describe('points are refused', () => {
  it('when one is missing or no number', () => {
    expect(pointProblems('TWO_POINT', TYPED)).toEqual({})
    expect(pointProblems('TWO_POINT', { firstRaw: 1, firstRef: null })).toEqual({
      firstRef: 'required',
      secondRaw: 'required',
      secondRef: 'required',
    })
    expect(pointProblems('TWO_POINT', { ...TYPED, secondRef: Number.POSITIVE_INFINITY })).toEqual({ secondRef: 'type' })
    expect(pointProblems('SHIFT', { firstRaw: 1, firstRef: 1.2 })).toEqual({})
    expect(pointProblems('SHIFT', { firstRaw: 1 })).toEqual({ firstRef: 'required' })
  })

  it('when two raw values or two references are the same', () => {
    expect(pointProblems('TWO_POINT', { ...TYPED, secondRaw: 0.02 })).toEqual({ secondRaw: 'same-value' })
    expect(pointProblems('TWO_POINT', { ...TYPED, secondRef: 0 })).toEqual({ secondRef: 'same-value' })
  })

  it('when the line falls, or is steeper or flatter than a sensor that is a little off', () => {
    const to = (secondRef: number) => pointProblems('TWO_POINT', { firstRaw: 0, firstRef: 0, secondRaw: 1, secondRef })
    expect(to(-1)).toEqual({ secondRef: 'no-likely-gain' })
    expect(to(0.099)).toEqual({ secondRef: 'no-likely-gain' })
    expect(to(0.1)).toEqual({})
    expect(to(10)).toEqual({})
    expect(to(10.01)).toEqual({ secondRef: 'no-likely-gain' })
  })

  it('and there is no line before both stand', () => {
    expect(typedLine('TWO_POINT', { firstRaw: 1, firstRef: 1 })).toBeUndefined()
    expect(typedLine('TWO_POINT', { ...TYPED, secondRaw: 0.02 })).toBeUndefined()
    expect(typedLine('SHIFT', { firstRaw: 1, firstRef: 3 })).toEqual({ gain: 1, shift: 2 })
    expect(typedLine('SHIFT', { firstRaw: 1 })).toBeUndefined()
  })
})
