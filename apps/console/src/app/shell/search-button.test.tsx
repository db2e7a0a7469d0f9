import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { closePalette, usePalette } from '../palette/palette-state.ts'
import { SearchButton } from './search-button.tsx'

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => closePalette())
afterEach(() => {
  cleanup()
  window.innerWidth = 1440
})

test('the palette is in sight: a button of the header opens it and names its keys', async () => {
  window.innerWidth = 1440
  render(<SearchButton />)
  const button = screen.getByRole('button', { name: '查找页面、设备和操作' })
  expect(button.textContent).toBe('查找Ctrl K')
  expect(button.getAttribute('aria-keyshortcuts')).toContain('Control+K')
  await userEvent.setup().click(button)
  expect(usePalette.getState().shown).toBe('palette')
})

test('on a phone it is a glass without a word', () => {
  window.innerWidth = 390
  render(<SearchButton />)
  act(() => void window.dispatchEvent(new Event('resize')))
  const button = screen.getByRole('button', { name: '查找页面、设备和操作' })
  expect(button.textContent).toBe('')
  expect(button.className).toBe('icon-button')
})
