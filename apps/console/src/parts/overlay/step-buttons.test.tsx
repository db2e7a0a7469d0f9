import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { StepButtons } from './step-buttons.tsx'

const previous = vi.fn<() => void>()
const next = vi.fn<() => void>()
const press = (key: string, on: Element = document.body, more: object = {}) => fireEvent.keyDown(on, { key, ...more })
const steps = () => [previous.mock.calls.length, next.mock.calls.length]

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  previous.mockClear()
  next.mockClear()
})
afterEach(cleanup)

test('buttons and keys lead to the items beside it; at an end the button rests and the key does nothing', () => {
  const { rerender } = render(<StepButtons steps={{ previous, next, place: { n: 2, total: 9 } }} />)
  expect(screen.getByText('2 / 9')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '上一项' }))
  press('k')
  press('j')
  expect(steps()).toEqual([2, 1])
  rerender(<StepButtons steps={{ previous: null, next, place: null }} />)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '上一项' }).disabled).toBe(true)
  press('k')
  expect(steps()).toEqual([2, 1])
})

test('the keys rest while somebody types, holds another key, or is asked something', () => {
  const page = (isAsked: boolean) => (
    <>
      <StepButtons steps={{ previous, next, place: null }} />
      <input aria-label="typed" />
      {isAsked && (
        <div className="confirm">
          <button type="button">sure</button>
        </div>
      )}
    </>
  )
  const { rerender } = render(page(true))
  press('j', screen.getByLabelText('typed'))
  press('j', screen.getByText('sure'))
  // The question is about the item that is shown, wherever the focus is.
  press('j')
  rerender(page(false))
  press('j', document.body, { ctrlKey: true })
  press('J', document.body, { shiftKey: true })
  expect(steps()).toEqual([0, 0])
  press('j')
  expect(steps()).toEqual([0, 1])
})
