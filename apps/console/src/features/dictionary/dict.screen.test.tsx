import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetDictionary } from '../../lib/text/dictionary.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts } from '../../lib/page/toast.ts'
import { AskHost } from '../../parts/overlay/ask-host.tsx'
import { DictTag } from '../../parts/dict/dict-tag.tsx'
import { ToastHost } from '../../parts/overlay/toast-host.tsx'
import DictScreen from './dict.screen.tsx'

/** The rows of the server. */
let entries: Record<string, unknown>[] = []
let gone: Record<string, unknown>[] = []
const TYPE = { id: '1', version: 0, dictType: 'sex', dictName: '性别', status: 'NORMAL', entryCount: 1 }

function answer(path: string, body: Record<string, unknown>): unknown {
  const verb = path.split('/').at(-1)
  if (verb === 'getDictDataListByDictType') return entries
  if (path.includes('/preference/')) return null
  if (path.endsWith('/dictType/page')) return { list: [TYPE], total: 1, page: 1, limit: 100 }
  if (verb === 'page') return { list: entries, total: entries.length, page: 1, limit: 20 }
  if (verb === 'get') return entries[0]
  if (verb === 'update') entries = entries.map((entry) => ({ ...entry, ...body }))
  if (verb === 'del') [gone, entries] = [entries, []]
  if (verb === 'restore') entries = gone
  return true
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(async () => {
  entries = [
    {
      id: '7',
      version: 0,
      typeId: '1',
      typeIdName: '性别',
      dictType: 'sex',
      dictLabel: '旧词',
      dictValue: 'X',
      dictSort: 0,
      listClass: null,
      cssClass: null,
      dictStatus: '0',
      status: 'NORMAL',
      parentId: null,
      builtin: false,
    },
  ]
  useSession.setState({ phase: 'ready', token: 't', roles: ['dict:list', 'dict:add', 'dict:edit', 'dict:del'] })
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://here')
    const sent = JSON.parse(String(body ?? '{}')) as Record<string, unknown>
    return Response.json({ code: 0, message: '', data: answer(pathname, sent) })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DictScreen />
        <output data-testid="elsewhere">
          <DictTag dictType="sex" value="X" />
        </output>
        <AskHost />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('旧词', { selector: 'output *' })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetDictionary()
  forgetToasts()
  vi.unstubAllGlobals()
})

const elsewhere = () => screen.getByTestId('elsewhere').textContent
const row = async () => within((await screen.findByText('旧词', { selector: 'td *' })).closest('tr')!)

test('DC-3 a changed label is fetched anew wherever it is shown', async () => {
  const user = userEvent.setup()
  await user.click((await row()).getByRole('button', { name: '修改' }))
  const field = await screen.findByRole('textbox', { name: /标签/ })
  await user.clear(field)
  await user.type(field, '新词')
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(elsewhere()).toBe('新词'))
})

test('DC-3 a deleted entry is shown as its bare value, and as its label again when restored', async () => {
  const user = userEvent.setup()
  await user.click((await row()).getByRole('button', { name: '删除' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(elsewhere()).toBe('X'))
  await user.click(await screen.findByText('撤销'))
  await waitFor(() => expect(elsewhere()).toBe('旧词'))
})

test('DC-3 another user’s change is shown when the entries are fetched again', async () => {
  const user = userEvent.setup()
  entries = [{ ...entries[0], dictLabel: '别人的词' }]
  await user.click(screen.getByRole('button', { name: '清除缓存' }))
  await waitFor(() => expect(elsewhere()).toBe('别人的词'))
})
