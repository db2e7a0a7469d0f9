import { faultResource, type Resource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { displayZone } from '../../../lib/time/clock.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { daySpan } from '../../../lib/time/time.ts'
import { FilterField, RangeField } from './filter-input.tsx'
import { SearchForm } from './search-form.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function open(filters: Record<string, string> = {}) {
  vi.stubGlobal('fetch', (url: string) => {
    const { searchParams } = new URL(url, 'http://here')
    const row = { id: searchParams.get('id') ?? '7', name: '一号阀' }
    const data = url.includes('/get') ? row : url.includes('/tree') ? [] : { list: [], total: 0, page: 1, limit: 50 }
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
  const searched = vi.fn<(filters: Record<string, string>) => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <SearchForm resource={faultResource as Resource} filters={filters} omit={[]} onSearch={searched} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), searched }
}
const expanded = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: '展开' }))
const search = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: '查询' }))

test('a filter with options takes several values, sent with commas between them', async () => {
  const { user, searched } = open({ level: '3', code: 'C01' })
  await user.click(screen.getByRole('combobox', { name: '级别' }))
  await user.click(await screen.findByTitle('紧急'))
  await search(user)
  expect(searched).toHaveBeenLastCalledWith({ level: '3,4', code: 'C01' })
})

test('removing a value updates the filter, removing the last one clears it', async () => {
  const { user, searched } = open({ level: '3,4' })
  await user.click(screen.getByRole('combobox', { name: '级别' }))
  await user.keyboard('{Backspace}')
  await search(user)
  expect(searched).toHaveBeenLastCalledWith({ level: '3' })
  await user.click(screen.getByRole('combobox', { name: '级别' }))
  await user.keyboard('{Backspace}')
  await search(user)
  expect(searched).toHaveBeenLastCalledWith({})
})

test('a chosen row of another list is shown by its name, whatever a search finds', async () => {
  const { user } = open({ deviceId: '7' })
  await user.click(screen.getByRole('combobox', { name: '设备档案' }))
  expect(await screen.findByText('一号阀')).toBeTruthy()
})

test('every time range offers the day spans', async () => {
  const { user, searched } = open()
  await expanded(user)
  await user.click(document.querySelector('.ant-picker-range input')!)
  await user.click(await screen.findByText('昨天'))
  await search(user)
  expect(searched).toHaveBeenLastCalledWith(daySpan('yesterday', Date.now(), displayZone()))
})

test('bounds of money are typed in yuan and sent in fen', async () => {
  const changed = vi.fn<(bounds: object) => void>()
  render(<RangeField field={{ kind: 'money' }} textKey="price" from="1250" to={undefined} onChange={changed} />)
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const [from, to] = screen.getAllByRole<HTMLInputElement>('spinbutton')
  expect([from!.value, to!.value]).toEqual(['12.50', ''])
  await user.type(to!, '18.65')
  await user.tab()
  expect(changed).toHaveBeenLastCalledWith({ to: '1865' })
})

test('a typed filter reads as a field to write in, a chosen one as a choice of which all are taken', async () => {
  const changed = vi.fn<(value: string | undefined) => void>()
  const none = { value: undefined, onChange: changed }
  const { rerender } = render(<FilterField field={{ kind: 'text' }} textKey="loginLog.ip" {...none} />)
  const typed = screen.getByRole<HTMLInputElement>('textbox', { name: '地址' })
  expect(typed.placeholder).toBe('包含…')
  expect(typed.closest('.ant-input-affix-wrapper')?.querySelector('.ant-input-prefix .icon')).toBeTruthy()
  await userEvent.type(typed, '1')
  expect(changed).toHaveBeenLastCalledWith('1')
  await userEvent.clear(typed)
  rerender(<FilterField field={{ kind: 'integer' }} textKey="loginLog.ip" {...none} />)
  expect(screen.getByRole<HTMLInputElement>('textbox').placeholder).toBe('等于…')
  rerender(<FilterField field={{ kind: 'integer', named: 'enum.level' }} textKey="fault.level" {...none} />)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('combobox', { name: '级别' })).toBeTruthy()
  expect(screen.getByText('不限')).toBeTruthy()
})
