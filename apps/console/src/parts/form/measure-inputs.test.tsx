import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { durationText, weekText } from '../../lib/text/value-text.ts'
import { FieldInput } from './field-input.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(cleanup)

const told = vi.fn<(value: unknown) => void>()
const draw = (field: Parameters<typeof FieldInput>[0]['field'], value: unknown) => {
  told.mockClear()
  render(<FieldInput field={field} id="it" value={value as never} onChange={told} />)
  return userEvent.setup({ pointerEventsCheck: 0 })
}

test('a duration is typed in the longest unit in which it is a whole number, and sent in seconds', async () => {
  const user = draw({ kind: 'duration' }, 5400)
  const field = document.getElementById('it') as HTMLInputElement
  expect(field.value).toBe('90')
  await user.clear(field)
  await user.type(field, '2')
  await user.tab()
  expect(told).toHaveBeenLastCalledWith(120)
  await user.click(screen.getByRole('combobox', { name: '单位' }))
  await user.click(await screen.findByTitle('小时'))
  expect(told).toHaveBeenLastCalledWith(90 * 3600)
})

test('days are ticked, Monday first; without any there is no value', async () => {
  const user = draw({ kind: 'weekMask' }, 0b0000001)
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([
    true,
    ...Array.from({ length: 6 }, () => false),
  ])
  await user.click(screen.getByRole('checkbox', { name: '周日' }))
  expect(told).toHaveBeenLastCalledWith(65)
  await user.click(screen.getByRole('checkbox', { name: '周一' }))
  expect(told).toHaveBeenLastCalledWith(null)
})

test('a point has both coordinates or none', async () => {
  const user = draw({ kind: 'point' }, null)
  await user.type(screen.getByLabelText('经度'), '120.5')
  await user.tab()
  expect(told).toHaveBeenLastCalledWith(null)
  await user.type(screen.getByLabelText('纬度'), '30.25')
  await user.tab()
  expect(told).toHaveBeenLastCalledWith([120.5, 30.25])
})

test('a table shows them in words', () => {
  expect([9000, 95_400, 59, 0].map(durationText)).toEqual(['2 小时 30 分钟', '1 天 2 小时 30 分钟', '59 秒', '0 秒'])
  expect(weekText(0b1100001)).toBe('周一、周六、周日')
})

test('an amount of money is typed and shown in yuan, and sent in fen', async () => {
  const user = draw({ kind: 'money' }, 1250)
  const field = document.getElementById('it') as HTMLInputElement
  expect(field.value).toBe('12.50')
  await user.clear(field)
  expect(told).toHaveBeenLastCalledWith(null)
  await user.type(field, '18.65')
  await user.tab()
  expect(told).toHaveBeenLastCalledWith(1865)
})
