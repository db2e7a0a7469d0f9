import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readCookie, writeCookie } from '../../lib/access/cookie.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts, useToasts } from '../../lib/page/toast.ts'
import { useLook } from '../theme/appearance.ts'
import { SizeMenu } from './size-menu.tsx'

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  useLook.setState({ size: 'medium' })
  writeCookie('uiSize', 'medium')
})
afterEach(() => {
  cleanup()
  forgetToasts()
})

function open() {
  render(<SizeMenu />)
  fireEvent.click(screen.getByTestId('size-menu'))
  return screen.getAllByRole<HTMLButtonElement>('menuitem')
}

/** The initial size of a page when the cookie holds `value`. */
async function sizeAtStart(value: string): Promise<string> {
  writeCookie('uiSize', value)
  vi.resetModules()
  const fresh = await import('../theme/appearance.ts')
  return fresh.useLook.getState().size
}

test('SZ-1 four sizes in order, medium by default', async () => {
  expect(open().map((item) => item.textContent)).toEqual(['Default', 'Medium', 'Small', 'Mini'])
  expect(await sizeAtStart('')).toBe('medium')
  cleanup()
  for (const [at, value] of [
    [0, 'default'],
    [2, 'small'],
    [3, 'mini'],
    [1, 'medium'],
  ] as const) {
    fireEvent.click(open()[at]!)
    expect([useLook.getState().size, readCookie('uiSize')]).toEqual([value, value])
    cleanup()
  }
})

test('SZ-2 (1 of 2) the current one cannot be chosen again', () => {
  expect(open().map((item) => item.disabled)).toEqual([false, true, false, false])
})

test('SZ-2 (2 of 2) the choice is stored in the cookie uiSize; an unknown value counts as medium', async () => {
  fireEvent.click(open()[3]!)
  expect([useLook.getState().size, readCookie('uiSize')]).toEqual(['mini', 'mini'])
  expect(await sizeAtStart('small')).toBe('small')
  expect(await sizeAtStart('huge')).toBe('medium')
})

test.each(['zh-CN', 'en-US'] as const)('SZ-3 the toast is the same in %s', async (language) => {
  await startTexts(language)
  fireEvent.click(open()[2]!)
  expect(useToasts.getState().toasts).toMatchObject([{ kind: 'success', text: 'Switch Size Success' }])
})
