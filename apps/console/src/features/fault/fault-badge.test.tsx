import type { MenuRoute } from '@sluice/contract'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, setSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { FaultBadge } from './fault-badge.tsx'
import { badgeText, countOf, useFaultCount } from './fault-count.ts'
import { useNotices } from './notices.ts'

interface Socket {
  url: string
  closed: boolean
  onmessage: ((event: { data: string }) => void) | null
  close(): void
}
const sockets: Socket[] = []
let answer: unknown

const menu: MenuRoute = {
  path: '/fault',
  name: 'Fault',
  component: 'Layout',
  hidden: false,
  alwaysShow: false,
  meta: { title: '故障' },
  children: [
    {
      path: 'fault-device',
      name: 'FaultDevice',
      component: 'fault/fault-device',
      hidden: false,
      alwaysShow: false,
      meta: { title: '设备故障' },
    },
  ],
}
const person = {
  id: '1',
  username: 'u',
  nickName: 'u',
  avatarPath: null,
  logo: null,
  webName: null,
  deptId: '7',
  deptName: '处',
  introduction: null,
  resources: [],
  roles: [],
  mustChangePwd: false,
  token: 't',
  timeZone: 'Asia/Shanghai',
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sockets.length = 0
  answer = { code: 0, message: 'ok', data: 3 }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answer))))
  vi.stubGlobal(
    'WebSocket',
    class {
      onmessage = null
      closed = false
      readonly url: string
      constructor(url: string) {
        this.url = url
        sockets.push(this)
      }
      close() {
        this.closed = true
      }
    },
  )
})
afterEach(() => {
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
})

function shown(menus: readonly MenuRoute[] = [menu], deptId = '7') {
  setSession({ ...person, deptId }, menus)
  render(
    <MemoryRouter>
      <FaultBadge />
    </MemoryRouter>,
  )
}
const bubble = () => document.querySelector('.fault-bubble')?.textContent ?? null
const push = (data: unknown) => act(() => sockets.at(-1)?.onmessage?.({ data: JSON.stringify(data) }))

test('FB-1 (part) an invalid count is 0', async () => {
  expect([7, -1, '7', null, Number.NaN, undefined].map(countOf)).toEqual([7, 0, 0, 0, 0, 0])
  answer = { code: 500, message: 'x', data: 9 }
  useFaultCount.setState({ count: 7 })
  shown()
  expect(bubble()).toBe('7')
  await waitFor(() => expect(bubble()).toBeNull())
})

test('FB-2, AM-26 99 is 99, 100 is 99+, nothing is no bubble', async () => {
  expect([badgeText(99), badgeText(100)]).toEqual(['99', '99+'])
  shown()
  await waitFor(() => expect(bubble()).toBe('3'))
  push({ count: 100 })
  expect(bubble()).toBe('99+')
  push({ count: 0 })
  expect(bubble()).toBeNull()
})

test('FB-3 it opens the list, and is not a link for users without the list', () => {
  shown()
  expect(screen.getByTestId('fault-badge').getAttribute('href')).toBe('/fault/fault-device')
  cleanup()
  shown([])
  expect(screen.getByTestId('fault-badge').tagName).toBe('SPAN')
})

test('FB-7 (part) a message is shown as 警告 in plain text; a missing count does not change the badge', async () => {
  shown()
  await waitFor(() => expect(bubble()).toBe('3'))
  push({ message: '<b>东干渠-12#阀</b>：电机堵转', level: 4 })
  const notice = screen.getByRole('alert')
  expect(notice.textContent).toContain('警告<b>东干渠-12#阀</b>：电机堵转')
  expect(bubble()).toBe('3')
  await userEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('FB-13 (part) an answer requested before a push does not overwrite it', async () => {
  const slow = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => slow.promise)
  shown()
  push({ count: 5 })
  slow.resolve(new Response(JSON.stringify({ code: 0, message: '', data: 1 })))
  await act(() => slow.promise)
  expect(bubble()).toBe('5')
})

test('FB-8 (part) at most three at once, the same one once', () => {
  shown()
  for (const text of ['一', '一', '二', '三', '四']) push({ count: 1, message: text })
  expect([...document.querySelectorAll('.fault-notice p')].map((p) => p.textContent)).toEqual(['二', '三', '四'])
})

test('FB-12 (1 of 2) mounted twice, as strict mode does, it keeps one socket', () => {
  setSession(person, [menu])
  render(
    <StrictMode>
      <MemoryRouter>
        <FaultBadge />
      </MemoryRouter>
    </StrictMode>,
  )
  expect(sockets.map(({ closed }) => closed)).toEqual([true, false])
  expect(new Set(sockets.map(({ url }) => url)).size).toBe(2)
})

test('FB-14 (part), SI-24 (part) number, messages and socket end with the session', async () => {
  shown()
  await waitFor(() => expect(bubble()).toBe('3'))
  push({ count: 5, message: '电机堵转' })
  cleanup()
  expect(sockets.map(({ closed }) => closed)).toEqual([true])
  expect([useFaultCount.getState().count, useNotices.getState().notices]).toEqual([0, []])
})

test('FB-14 (part) without a department there is no socket', async () => {
  shown([menu], '')
  await waitFor(() => expect(bubble()).toBe('3'))
  expect(sockets).toHaveLength(0)
})
