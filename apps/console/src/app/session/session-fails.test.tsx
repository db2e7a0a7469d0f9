import type { UserInfo } from '@sluice/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts } from '../../lib/page/toast.ts'
import { App } from '../app.tsx'
import { boot, start } from './session-flow.ts'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  forgetToasts()
  vi.unstubAllGlobals()
})

const info: UserInfo = {
  id: '1',
  username: 'u',
  nickName: 'u',
  avatarPath: null,
  logo: null,
  webName: null,
  deptId: '7',
  deptName: '处',
  introduction: null,
  resources: ['a:b'],
  roles: [],
  mustChangePwd: false,
  token: 'new',
  timeZone: 'Asia/Shanghai',
}
const broken = { code: 500, message: '坏了', data: null }

test.each([
  ['user info', { getInfo: broken, getRouterList: broken }],
  ['the menu after it', { getInfo: { code: 0, message: '', data: info }, getRouterList: broken }],
])('SI-18 when %s fails the token goes, it is told why, and the sign-in knows the way back', async (_what, answers) => {
  vi.stubGlobal('fetch', async (url: string) => {
    const body = Object.entries(answers).find(([name]) => url.endsWith(name))?.[1]
    return Response.json(body ?? { code: 4, message: '', data: null })
  })
  useSession.setState({ token: 'old' })
  history.replaceState(null, '', '/device/index?status=ONLINE')
  render(<App />)
  await boot()
  expect(await screen.findAllByText('坏了')).toHaveLength(1)
  expect([useSession.getState().phase, useSession.getState().token]).toEqual(['anonymous', null])
  expect(location.pathname + location.search).toBe('/login?redirect=%2Fdevice%2Findex%3Fstatus%3DONLINE')
})

test('a visitor without the mark of a session gets the sign-in without a call that would be refused', async () => {
  const asked = vi.fn<(url: string) => void>()
  vi.stubGlobal('fetch', async (url: string) => {
    asked(url)
    return Response.json({ code: 4, message: '', data: null })
  })
  useSession.setState({ phase: 'unknown' as never })
  await start()
  expect([useSession.getState().phase, asked.mock.calls]).toEqual(['anonymous', []])
  document.cookie = 'signedIn=1'
  await start()
  document.cookie = 'signedIn=; max-age=0'
  expect(asked).toHaveBeenCalledTimes(1)
})
