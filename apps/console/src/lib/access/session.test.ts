import type { UserInfo } from '@sluice/contract'
import { afterEach, expect, test } from 'vitest'
import { clearSession, setSession, useSession } from './session.ts'

const info: UserInfo = {
  id: '1',
  username: 'wanggong',
  nickName: '王工',
  avatarPath: '/files/avatar.png',
  logo: '/files/logo.png',
  webName: '清河水务',
  deptId: '7',
  deptName: '处',
  introduction: null,
  resources: ['device:list', 'fault:list'],
  roles: ['ROLE_OPERATOR'],
  mustChangePwd: false,
  token: 'token-of-wanggong',
  timeZone: 'Asia/Shanghai',
}

afterEach(() => clearSession())

test('SI-14, SI-15 the session takes its fields from the user info', () => {
  setSession(info, [])
  expect(useSession.getState()).toMatchObject({
    token: 'token-of-wanggong',
    name: '王工',
    userInfo: info,
    avatar: '/files/avatar.png',
    introduction: '',
    roles: ['device:list', 'fault:list', 'ROLE_OPERATOR'],
    logo: '/files/logo.png',
    webName: '清河水务',
  })
  expect(useSession.getState().userInfo?.deptId).toBe('7')
  setSession({ ...info, introduction: '值班' }, [])
  expect(useSession.getState().introduction).toBe('值班')
})

test('SI-16, AM-4 the roles are the granted keys, with the role codes beside them', () => {
  setSession(info, [])
  expect(useSession.getState().roles).toEqual(['device:list', 'fault:list', 'ROLE_OPERATOR'])
})

test('SI-22 (3 of 3) token and roles go with the session', () => {
  setSession(info, [])
  clearSession()
  expect(useSession.getState()).toMatchObject({ phase: 'anonymous', token: null, roles: [], userInfo: null, menu: [] })
})

test.each([
  ['https://example.com/a.png', true],
  ['http://example.com/a.png', true],
  ['/files/a.png', true],
  ['data:image/png;base64,AAAA', true],
  ['data:image/svg+xml,<svg/>', false],
  ['data:text/html,x', false],
  ['javascript:alert(1)', false],
  ['//evil.example/a.png', false],
  ['/\\evil.example/a.png', false],
])('SB-8 (1 of 2) logo and picture from %s are drawn: %s', (address, isDrawn) => {
  setSession({ ...info, logo: address, avatarPath: address }, [])
  const { logo, avatar } = useSession.getState()
  expect([logo, avatar]).toEqual(isDrawn ? [address, address] : [null, null])
})
