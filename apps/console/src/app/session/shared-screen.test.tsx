import type { DictEntry, MenuRoute } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ask } from '../../lib/page/ask.ts'
import { request } from '../../lib/api/api.ts'
import { dictEntries, forgetDictionary } from '../../lib/text/dictionary.ts'
import { queryClient } from '../../lib/api/query.ts'
import { clearSession, useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts, toast, useToasts } from '../../lib/page/toast.ts'
import { App } from '../app.tsx'
import { boot, signOut } from './session-flow.ts'

type Name = '甲' | '乙'

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const menu: MenuRoute[] = [
  {
    path: '/admin/user',
    name: 'AdminUser',
    component: 'admin/user',
    hidden: false,
    alwaysShow: false,
    meta: { title: '用户管理' },
  },
]
const infoOf = (name: Name) => ({
  id: name,
  username: name,
  nickName: `${name}本人`,
  avatarPath: null,
  logo: null,
  webName: null,
  deptId: '',
  deptName: `${name}的处`,
  introduction: null,
  resources: ['user:list'],
  roles: [],
  mustChangePwd: false,
  token: `token of ${name}`,
  timeZone: 'Asia/Shanghai',
})
const sexes = (name: Name): DictEntry[] => [
  {
    id: '1',
    dictType: 'sex',
    dictLabel: `${name}的词`,
    dictValue: 'MALE',
    dictSort: 0,
    listClass: null,
    cssClass: null,
    dictStatus: '0',
    parentId: null,
  },
]
const users = (name: Name) => [
  {
    id: '7',
    version: 0,
    username: 'u7',
    nickName: `${name}看见的人`,
    deptId: '1',
    roleNames: [],
    status: 'NORMAL',
    sex: 'MALE',
  },
]

/** Whose cookie the browser holds, and what of it is answered only later. */
let who: Name | null = null
let held: Partial<Record<string, Promise<void>>> = {}

function answer(path: string, verb: string): unknown {
  if (verb === 'loginKey') return { keyId: 'k', publicKey, nonce: 'n' }
  if (verb === 'loginWithEncrypt') {
    who = '乙'
    return { token: infoOf(who).token, expiresIn: 1 }
  }
  if (verb === 'logout') {
    who = null
    return true
  }
  if (who === null) return undefined
  if (verb === 'getInfo') return infoOf(who)
  if (verb === 'getRouterList') return menu
  if (verb === 'getDictDataListByDictType') return sexes(who)
  if (path.includes('/jobRun/')) return []
  if (verb === 'page') return { list: users(who), total: 1, page: 1, limit: 20 }
  if (verb === 'tree') return [{ id: '1', name: `${who}的部门`, children: [] }]
  return verb === 'faultCount' ? 0 : null
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  who = '甲'
  held = {}
  clearSession()
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
      send() {}
    },
  )
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.split('?')[0]!
    const verb = path.split('/').at(-1)!
    const data = answer(path, verb)
    await held[verb]
    return Response.json(data === undefined ? { code: 4, message: '', data: null } : { code: 0, message: '', data })
  })
  history.replaceState(null, '', '/admin/user')
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetDictionary()
  forgetToasts()
  vi.unstubAllGlobals()
})

async function openAsFirst() {
  await boot()
  render(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  )
  // The shell and the screen are loaded when they are opened first: long on a busy machine.
  await screen.findByText('甲看见的人', {}, { timeout: 90_000 })
  await screen.findByText('甲的词')
}

/** Everything that is drawn from now on, however short it stands. */
function watchPage(): () => string {
  const seen: string[] = []
  const note = () => seen.push(`${document.title} ${document.body.textContent}`)
  const watcher = new MutationObserver(note)
  watcher.observe(document, { subtree: true, childList: true, characterData: true })
  note()
  return () => seen.join('\n')
}

async function signInAsSecond() {
  const user = userEvent.setup()
  await user.type(await screen.findByTestId('login-username'), '乙')
  await user.type(screen.getByTestId('login-password'), 'passw0rd')
  await user.click(screen.getByTestId('login-submit'))
}

test('SI-24 who signs in next on the same screen sees nothing of the one before, not for a moment', async () => {
  await openAsFirst()
  await act(() => signOut())
  await screen.findByTestId('login-username')
  expect(location.search).toBe('?redirect=%2Fadmin%2Fuser')
  // What the second person may see takes its time: whatever stands there meanwhile was there before.
  const slow = Promise.withResolvers<void>()
  for (const verb of ['page', 'tree', 'getDictDataListByDictType']) held[verb] = slow.promise
  const drawn = watchPage()
  await signInAsSecond()
  await waitFor(() => expect(location.pathname).toBe('/admin/user'))
  await screen.findByRole('heading', { name: '用户' })
  slow.resolve()
  await screen.findByText('乙看见的人')
  await screen.findByText('乙的词')
  await screen.findByText('乙的部门')
  expect(drawn()).not.toContain('甲')
})

test('SI-24 words that were read for the one before are read anew', async () => {
  await openAsFirst()
  expect((await dictEntries('sex'))[0]!.dictLabel).toBe('甲的词')
  await act(() => signOut())
  who = '乙'
  expect((await dictEntries('sex'))[0]!.dictLabel).toBe('乙的词')
})

test('SI-24 a question and a way back go with the person they were offered to', async () => {
  await openAsFirst()
  const undo = vi.fn<() => void>()
  const answered = vi.fn<(yes: boolean) => void>()
  act(() => {
    toast('success', '甲删除了一行', { label: '撤销', onClick: undo })
    void ask({ title: '提示', text: '甲要删除？', confirm: '确定', cancel: '取消' }).then(answered)
  })
  expect(screen.getByText('甲要删除？')).toBeTruthy()
  await act(() => signOut())
  await screen.findByTestId('login-username')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('撤销')).toBeNull()
  expect(answered.mock.calls).toEqual([[false]])
  expect(undo).not.toHaveBeenCalled()
})

test('SI-24 an answer to the one before that comes late is nobody’s: no rows, no words, no question', async () => {
  await openAsFirst()
  const slow = Promise.withResolvers<void>()
  held['slow'] = slow.promise
  const late = [request('GET', '/x/slow', {}), request('GET', '/x/slow', {}, { inPlace: true })]
  const kept = Promise.allSettled(late)
  await act(() => signOut())
  await signInAsSecond()
  await waitFor(() => expect(useSession.getState().name).toBe('乙本人'))
  slow.resolve()
  expect(await kept).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(useToasts.getState().toasts).toEqual([])
})

test('SI-24 when the rights cannot be read again the user is signed out, and nothing of theirs stays', async () => {
  await openAsFirst()
  who = null
  await act(() => boot())
  await screen.findByTestId('login-username')
  who = '乙'
  const drawn = watchPage()
  await signInAsSecond()
  await screen.findByText('乙看见的人')
  expect(drawn()).not.toContain('甲')
  expect((await dictEntries('sex'))[0]!.dictLabel).toBe('乙的词')
})
