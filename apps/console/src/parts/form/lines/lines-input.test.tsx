import { type Resource, userResource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { Detail } from '../../section/detail.tsx'
import { FormDrawer } from '../form-drawer.tsx'

const resource: Resource = {
  ...(userResource as Resource),
  fields: {
    username: { kind: 'text' },
    items: {
      kind: 'lines',
      table: 'thing_item',
      min: 1,
      max: 4,
      fields: {
        part: { kind: 'text', required: true },
        quantity: { kind: 'decimal', decimals: 2, sum: true },
        amount: { kind: 'money', write: 'never' },
      },
    },
  },
  form: ['username', 'items'],
}
const ROW = {
  id: '9',
  version: 3,
  username: 'x',
  items: [
    { id: '1', part: 'a', quantity: 1.5, amount: 100 },
    { id: '2', part: 'b', quantity: 2, amount: null },
  ],
}

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open(id: string | null, saved: unknown = { code: 0, data: { id: '9' } }) {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', (_url: unknown, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(JSON.parse(String(init.body)) as Record<string, unknown>)
    return Promise.resolve(new Response(JSON.stringify(init?.method === 'POST' ? saved : { code: 0, data: ROW })))
  })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <FormDrawer resource={resource} id={id} onClose={onClose} />
    </QueryClientProvider>,
  )
  if (id !== null) await screen.findByDisplayValue('b')
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), sent, onClose }
}

const parts = () =>
  within(screen.getByRole('table'))
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value)
const press = (name: string) => screen.getByRole('button', { name })

test('an empty list says so, and too few lines are refused before sending', async () => {
  const { user, sent } = await open(null)
  expect(screen.getByText('还没有明细')).toBeTruthy()
  await user.click(screen.getByText('确定'))
  expect(await screen.findByText('至少 1 行')).toBeTruthy()
  await user.click(press('添加一行'))
  await user.click(screen.getByText('确定'))
  expect(await screen.findByText(/请输入.*part/)).toBeTruthy()
  expect(sent).toEqual([])
})

test('lines are moved, duplicated, removed and added; only ids and writable fields are sent', async () => {
  const { user, sent } = await open('9')
  await user.click(press('上移第 2 行'))
  await user.click(press('复制第 1 行'))
  await user.click(press('删除第 3 行'))
  await user.click(press('添加一行'))
  const last = screen.getByLabelText(/第 3 行.*part/)
  await user.type(last, 'c')
  await user.click(screen.getByText('确定'))
  await vi.waitFor(() =>
    expect(sent).toEqual([
      {
        id: '9',
        version: 3,
        items: [
          { id: '2', part: 'b', quantity: 2 },
          { part: 'b', quantity: 2 },
          { part: 'c', quantity: null },
        ],
      },
    ]),
  )
})

test('unchanged lines are not sent', async () => {
  const { user, sent } = await open('9')
  await user.type(screen.getByDisplayValue('x'), 'y')
  await user.click(screen.getByText('确定'))
  await vi.waitFor(() => expect(sent).toEqual([{ id: '9', version: 3, username: 'xy' }]))
})

test('Enter in the last line adds one and does not submit, Alt with an arrow moves the line', async () => {
  const { user, sent } = await open('9')
  await user.type(screen.getByDisplayValue('a'), '{Enter}')
  expect(parts()).toEqual(['a', 'b'])
  await user.type(screen.getByDisplayValue('b'), '{Enter}')
  expect(parts()).toEqual(['a', 'b', ''])
  await user.type(screen.getByDisplayValue('a'), '{Alt>}{ArrowDown}{/Alt}')
  expect(parts()).toEqual(['b', 'a', ''])
  await user.type(screen.getByDisplayValue('b'), '{Alt>}{ArrowUp}{/Alt}')
  expect(parts()).toEqual(['b', 'a', ''])
  expect(sent).toEqual([])
})

test('pasted spreadsheet rows become lines, up to the limit, and the sum follows', async () => {
  const { user } = await open('9')
  expect(screen.getByRole('row', { name: /合计/ }).textContent).toContain('3.5')
  await user.click(press('添加一行'))
  fireEvent.paste(screen.getByLabelText(/第 3 行.*part/), {
    clipboardData: { getData: () => 'c\t10\nd\t20\ne\t30\n' },
  })
  expect(parts()).toEqual(['a', 'b', 'c', 'd'])
  await vi.waitFor(() => expect(screen.getByRole('row', { name: /合计/ }).textContent).toContain('33.5'))
  expect(screen.queryByRole('button', { name: '添加一行' })).toBeNull()
})

test('a field that the server refuses is marked at its cell', async () => {
  const data = { error: 'already-exists', fields: { 'items.1.part': 'taken' } }
  const { user, onClose } = await open('9', { code: 409, message: 'x', data })
  await user.type(screen.getByDisplayValue('a'), '1')
  await user.click(screen.getByText('确定'))
  const refused = await screen.findByText('已被使用')
  expect(refused.closest('tr')!.dataset['line']).toBe('1')
  expect(refused.closest('td')!.dataset['field']).toBe('part')
  expect(onClose).not.toHaveBeenCalled()
})

test('a detail shows the lines with their sums', () => {
  render(<Detail resource={resource} row={ROW as never} names={['username', 'items']} />)
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toHaveLength(4)
  expect(rows[1]).toContain('1.00')
  expect(rows[3]).toContain('3.50')
  expect(screen.queryByRole('button')).toBeNull()
})
