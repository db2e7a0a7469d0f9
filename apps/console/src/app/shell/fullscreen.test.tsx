import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts, useToasts } from '../../lib/page/toast.ts'
import { FullscreenButton } from './fullscreen.tsx'

/** A browser with the part of the fullscreen API that the button uses. */
const screenState: { element: Element | null; able: boolean } = { element: null, able: true }
const change = (element: Element | null) => {
  screenState.element = element
  document.dispatchEvent(new Event('fullscreenchange'))
}
const request = vi.fn<() => Promise<void>>()

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  Object.assign(screenState, { element: null, able: true })
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => screenState.element })
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, get: () => screenState.able })
  document.exitFullscreen = async () => change(null)
  document.documentElement.requestFullscreen = request
  request.mockImplementation(async () => change(document.documentElement))
})
afterEach(() => {
  cleanup()
  forgetToasts()
})

const button = () => screen.getByTestId('fullscreen')
const press = () => act(async () => void fireEvent.click(button()))
const label = () => button().getAttribute('aria-label')

test('FS-1 (part) the button enters and leaves fullscreen, and follows the Escape key', async () => {
  render(<FullscreenButton />)
  expect(label()).toBe('全屏')
  await press()
  expect(label()).toBe('退出全屏')
  await press()
  expect([label(), screenState.element]).toEqual(['全屏', null])
  await press()
  act(() => change(null))
  expect(label()).toBe('全屏')
})

test('FS-2 (part) in a browser without fullscreen the message has these words', async () => {
  screenState.able = false
  render(<FullscreenButton />)
  await press()
  expect(useToasts.getState().toasts).toMatchObject([{ kind: 'warning', text: 'you browser can not work' }])
  expect(request).not.toHaveBeenCalled()
})

test('FS-3 (part) a refused request shows no message', async () => {
  request.mockRejectedValue(new TypeError('Permissions check failed'))
  render(<FullscreenButton />)
  await press()
  expect([label(), useToasts.getState().toasts]).toEqual(['全屏', []])
})
