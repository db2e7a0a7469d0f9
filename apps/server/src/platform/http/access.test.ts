import type { Access } from '@sluice/contract'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { admit, type AdmitOptions, checkOrigin, KEY_HEADER } from './access.ts'
import { coversDept, makeScope, mayOwnIn, type Session, type SessionSource } from './session.ts'

const scope = makeScope({ all: false, deptIds: ['7', '8'], own: false, userId: '3', homeDeptId: '9' })
const person: Session = {
  id: 's',
  userId: '3',
  username: 'li',
  nickName: '李工',
  deptId: '7',
  roles: [],
  keys: new Set(['device:list']),
  scope,
  mustChangePassword: false,
  expiresAt: 0,
}
const program: Session = { ...person, apiKey: { id: '1', name: 'SCADA' } }

const LIST: Access = { key: 'device:list' }
const STRICT: AdmitOptions = { beforePasswordChange: false, beforeEnrolment: false, personOnly: false }

interface Sent {
  cookie?: string
  token?: string
  key?: string
}

/**
 * The admitted caller, when cookie `c` with token `t` is `signedIn` and key `k` opens `keyOpens`; else the code of the
 * refusal.
 */
async function outcomeOf(
  { cookie, token, key }: Sent,
  access: Access,
  {
    options = {},
    signedIn = person,
    keyOpens = program,
  }: { options?: Partial<AdmitOptions>; signedIn?: Session; keyOpens?: Session } = {},
): Promise<unknown> {
  const headers = {
    ...(token !== undefined && { authorization: token }),
    ...(key !== undefined && { [KEY_HEADER]: key }),
  }
  const request = { headers, cookies: cookie === undefined ? {} : { authorization: cookie }, ip: '192.0.2.1' }
  const sessions: SessionSource = {
    find: async (given) => (given === 'c' ? signedIn : null),
    tokenMatches: (given, told) => given === 'c' && told === 't',
    onChange: () => () => undefined,
  }
  const keys = { findByKey: async (given: string) => (given === 'k' ? keyOpens : null) }
  try {
    return await admit(request as unknown as FastifyRequest, access, { sessions, keys }, { ...STRICT, ...options })
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('admitted callers', () => {
  it('SEC-1 (part) a person with cookie and header token, raw or as Bearer; with one of the two nobody', async () => {
    expect(await outcomeOf({ cookie: 'c', token: 't' }, LIST)).toBe(person)
    expect(await outcomeOf({ cookie: 'c', token: 'Bearer t' }, LIST)).toBe(person)
    expect(await outcomeOf({ cookie: 'c' }, LIST)).toBe('session-over')
    expect(await outcomeOf({ token: 't' }, LIST)).toBe('session-over')
    expect(await outcomeOf({ cookie: 'c', token: 'x' }, LIST)).toBe('session-over')
    expect(await outcomeOf({}, 'session')).toBe('session-over')
  })

  it('with the cookie alone for an image, and without any session for a public call', async () => {
    expect(await outcomeOf({ cookie: 'c' }, 'cookie')).toBe(person)
    expect(await outcomeOf({ cookie: 'other' }, 'cookie')).toBe('session-over')
    expect(await outcomeOf({ cookie: 'c', token: 't' }, 'public')).toBeNull()
  })

  it('for what the permission key allows, and nothing else', async () => {
    expect(await outcomeOf({ cookie: 'c', token: 't' }, { key: 'device:edit' })).toBe('not-permitted')
    expect(await outcomeOf({ cookie: 'c', token: 't' }, 'session')).toBe(person)
  })

  it('after the password was changed and the second factor set up, except for just that', async () => {
    const sent = { cookie: 'c', token: 't' }
    const first = { ...person, mustChangePassword: true }
    expect(await outcomeOf(sent, LIST, { signedIn: first })).toBe('must-change-password')
    expect(await outcomeOf(sent, LIST, { signedIn: first, options: { beforePasswordChange: true } })).toBe(first)
    const without = { ...person, mustEnrol: true }
    expect(await outcomeOf(sent, LIST, { signedIn: without })).toBe('must-enrol')
    expect(await outcomeOf(sent, LIST, { signedIn: without, options: { beforeEnrolment: true } })).toBe(without)
    expect(await outcomeOf(sent, LIST, { signedIn: { ...person, mustEnrol: false } })).toMatchObject({ userId: '3' })
  })

  it('a program with its key, whatever cookie comes along, and only where a permission key names what it does', async () => {
    expect(await outcomeOf({ key: 'k' }, LIST)).toBe(program)
    expect(await outcomeOf({ key: 'wrong', cookie: 'c', token: 't' }, LIST)).toBe('session-over')
    expect(await outcomeOf({ key: 'k' }, 'session')).toBe('not-permitted')
    expect(await outcomeOf({ key: 'k' }, LIST, { options: { personOnly: true } })).toBe('not-permitted')
    expect(await outcomeOf({ cookie: 'c', token: 't' }, LIST, { options: { personOnly: true } })).toBe(person)
    expect(await outcomeOf({ key: 'k' }, { key: 'device:edit' })).toBe('not-permitted')
  })
})

describe('from where a browser may call', () => {
  const from = (headers: Record<string, string>, allowed: string[] = []) => {
    try {
      checkOrigin({ headers, host: 'console.example:8443' } as unknown as FastifyRequest, allowed)
      return 'admitted'
    } catch (error) {
      return (error as { facts: { origin: string } }).facts.origin
    }
  }

  it('this host, with its port, and the hosts that the operator allows', () => {
    expect(from({ origin: 'https://CONSOLE.example:8443' })).toBe('admitted')
    expect(from({ origin: 'https://console.example' })).toBe('foreign')
    expect(from({ origin: 'https://evil.example' })).toBe('foreign')
    expect(from({ origin: 'null' })).toBe('foreign')
    expect(from({ origin: 'https://map.example' }, ['https://map.example'])).toBe('admitted')
  })

  it('without an origin: programs, and pages of this site', () => {
    expect(from({})).toBe('admitted')
    expect(from({ 'sec-fetch-site': 'same-origin' })).toBe('admitted')
    expect(from({ 'sec-fetch-site': 'none' })).toBe('admitted')
    expect(from({ 'sec-fetch-site': 'same-site' })).toBe('foreign')
    expect(from({ 'sec-fetch-site': 'cross-site' })).toBe('foreign')
    expect(from({ origin: 'https://console.example:8443', 'sec-fetch-site': 'cross-site' })).toBe('admitted')
  })
})

describe('which departments a scope covers', () => {
  it('those it lists, or all; who sees only what is theirs may put it into the home department', () => {
    expect([coversDept(scope, '8'), coversDept(scope, '9')]).toEqual([true, false])
    expect([mayOwnIn(scope, '8'), mayOwnIn(scope, '9')]).toEqual([true, false])
    const own = makeScope({ ...scope, deptIds: [], own: true })
    expect([coversDept(own, '9'), mayOwnIn(own, '9'), mayOwnIn(own, '8')]).toEqual([false, true, false])
    const all = makeScope({ ...scope, deptIds: [], all: true })
    expect([coversDept(all, '5'), mayOwnIn(all, '5')]).toEqual([true, true])
  })
})
