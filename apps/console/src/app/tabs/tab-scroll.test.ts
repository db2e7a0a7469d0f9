import { describe, expect, test } from 'vitest'
import { scrollTarget } from './tab-scroll.ts'

/** Ten tabs of 100 px, 4 px apart. */
const boxes = Array.from({ length: 10 }, (_, at) => ({ left: 8 + at * 104, width: 100 }))
const CONTENT = 8 + 10 * 104 + 4
const to = (active: number, left: number, width = 400) => scrollTarget(boxes, active, { left, width }, CONTENT)

describe('TB-15 activating a tab scrolls the bar', () => {
  test('the first tab scrolls fully left, the last fully right', () => {
    expect(to(0, 300)).toBe(0)
    expect(to(9, 0)).toBe(CONTENT - 400)
  })

  test('scrolls until the next tab and 4 px fit', () => {
    expect(to(4, 0)).toBe(boxes[5]!.left + 100 + 4 - 400)
  })

  test('scrolls until the previous tab and 4 px are in view', () => {
    expect(to(4, 500)).toBe(boxes[3]!.left - 4)
  })

  test('does not scroll when both neighbours are in view', () => {
    expect(to(2, 50)).toBeNull()
  })

  test('a bar that is wide enough for all tabs does not scroll', () => {
    expect(to(9, 0, 2000)).toBe(0)
  })
})
