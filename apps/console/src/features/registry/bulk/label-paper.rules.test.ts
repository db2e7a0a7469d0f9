import { expect, it } from 'vitest'
import { codeOf, PAPERS, pagesOf, previewZoom } from './label-paper.rules.ts'

it.each(PAPERS)('$name: all labels of a page are on the paper', ({ page, margin, label, columns, rows }) => {
  expect(margin.left + columns * label.width).toBeLessThanOrEqual(page.width)
  expect(margin.top + rows * label.height).toBeLessThanOrEqual(page.height)
})

it('fills page after page, each label once and in order', () => {
  const labels = Array.from({ length: 50 }, (_none, at) => at)
  const [sheet, , roll] = PAPERS
  expect(pagesOf(labels, sheet!).map((page) => page.length)).toEqual([24, 24, 2])
  expect(pagesOf(labels, sheet!).flat()).toEqual(labels)
  expect(pagesOf(labels, roll!)).toHaveLength(50)
  expect(pagesOf([], sheet!)).toEqual([])
})

it('says the address of the page, which the scan of the console knows', () => {
  expect(codeOf('17', 'https://water.example')).toBe('https://water.example/device/detail/17')
})

it('shows a wide page smaller, and a narrow one as it is', () => {
  expect(previewZoom(50)).toBe(1)
  expect(previewZoom(210) * 210 * (96 / 25.4)).toBeCloseTo(620)
})
