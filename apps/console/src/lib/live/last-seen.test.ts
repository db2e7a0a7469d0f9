import type { UserInfo } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../access/session.ts'
import { forgetLastSeen, keepAnswer, keepPerson, recallAnswer, recallPerson, useLastSeen } from './last-seen.ts'

const NOW = Date.parse('2026-01-01T12:00:00.000Z')
const DAY_MS = 24 * 3_600_000

type Row = Record<string, unknown>

function answered<T>(result: T) {
  const request = { result, onupgradeneeded: () => undefined, onsuccess: () => undefined }
  queueMicrotask(() => {
    request.onupgradeneeded()
    request.onsuccess()
  })
  return request
}

/** As much of a browser's storage as is used of it. */
function storage() {
  const stores = new Map<string, Map<unknown, Row>>()
  const storeOf = (name: string, keyPath?: string) => {
    const rows = stores.get(name) ?? new Map<unknown, Row>()
    stores.set(name, rows)
    const keys = (by: string, most: number) =>
      [...rows].sort(([, one], [, other]) => Number(one[by]) - Number(other[by])).slice(0, most)
    return {
      createIndex: () => undefined,
      put: (row: Row, key?: unknown) => answered(rows.set(key ?? row[keyPath ?? 'address'], row)),
      get: (key: unknown) => answered(rows.get(key)),
      count: () => answered(rows.size),
      clear: () => answered(rows.clear()),
      delete: (key: unknown) => answered(rows.delete(key)),
      index: (by: string) => ({
        getAllKeys: (_range: null, most: number) => answered(keys(by, most).map(([key]) => key)),
      }),
    }
  }
  const database = {
    createObjectStore: (name: string) => storeOf(name),
    transaction: (name: string) => ({ objectStore: () => storeOf(name) }),
  }
  return { open: () => answered(database) }
}

const person = (id: string) => ({ id, nickName: id, token: 'secret' }) as UserInfo
const asUser = (id: string) => useSession.setState({ userInfo: person(id) })
const heard = (data: unknown) => ({ code: 0, message: '', data })

beforeAll(() => {
  vi.stubGlobal('indexedDB', storage())
})
afterAll(() => {
  vi.unstubAllGlobals()
  clearSession()
})
beforeEach(async () => {
  await forgetLastSeen()
  asUser('1')
})

test('an answer that is asked for all the time is written every fifteen seconds, another one at once', async () => {
  await keepAnswer('/a', heard('first'), NOW)
  await keepAnswer('/a', heard('second'), NOW + 14_999)
  await keepAnswer('/b', heard('other'), NOW + 14_999)
  expect([await recallAnswer('/a', NOW), await recallAnswer('/b', NOW)]).toEqual([heard('first'), heard('other')])
  await keepAnswer('/a', heard('third'), NOW + 15_000)
  expect(await recallAnswer('/a', NOW)).toEqual(heard('third'))
})

test('an answer is given again to whom it was given, for a day', async () => {
  await keepAnswer('/a', heard('mine'), NOW)
  expect(await recallAnswer('/a', NOW + DAY_MS)).toEqual(heard('mine'))
  expect(await recallAnswer('/a', NOW + DAY_MS + 1)).toBeNull()
  asUser('2')
  expect(await recallAnswer('/a', NOW)).toBeNull()
})

test('what was answered to nobody is not kept', async () => {
  clearSession()
  await keepAnswer('/a', heard('of nobody'), NOW)
  expect(await recallAnswer('/a', NOW)).toBeNull()
})

test('the page is as old as the oldest answer it shows, until the server answers again', async () => {
  const since = () => useLastSeen.getState().since
  await keepAnswer('/a', heard(1), NOW + 5)
  await keepAnswer('/b', heard(2), NOW)
  await keepAnswer('/c', heard(3), NOW + 9)
  expect(since()).toBeNull()
  await recallAnswer('/a', NOW)
  expect(since()).toBe(NOW + 5)
  await recallAnswer('/b', NOW)
  await recallAnswer('/c', NOW)
  expect(since()).toBe(NOW)
  await keepAnswer('/c', heard(4), NOW + 10)
  expect(since()).toBeNull()
})

test('a hundred and twenty answers are kept, and the oldest go first', async () => {
  await keepAnswer('/oldest', heard(0), NOW)
  for (let n = 1; n <= 119; n++) await keepAnswer(`/${n}`, heard(n), NOW + n)
  expect(await recallAnswer('/oldest', NOW)).toEqual(heard(0))
  await keepAnswer('/newest', heard(120), NOW + 120)
  expect(await recallAnswer('/oldest', NOW)).toBeNull()
  expect([await recallAnswer('/1', NOW), await recallAnswer('/newest', NOW)]).toEqual([heard(1), heard(120)])
})

test('who was signed in is remembered for a day and without the token; the answers go with another user', async () => {
  await keepPerson(person('1'), [], NOW)
  await keepAnswer('/a', heard('mine'), NOW)
  expect(await recallPerson(NOW + DAY_MS)).toEqual({ info: { ...person('1'), token: '' }, menu: [], at: NOW })
  expect(await recallPerson(NOW + DAY_MS + 1)).toBeNull()
  await keepPerson(person('1'), [], NOW + 1)
  expect(await recallAnswer('/a', NOW)).toEqual(heard('mine'))
  await keepPerson(person('2'), [], NOW + 2)
  expect((await recallPerson(NOW + 2))?.info.id).toBe('2')
  expect(await recallAnswer('/a', NOW)).toBeNull()
})

test('the answers of somebody who signed in days ago go with another user, too', async () => {
  const later = NOW + 2 * DAY_MS
  await keepPerson(person('1'), [], NOW)
  await keepAnswer('/a', heard('mine'), later)
  await keepPerson(person('2'), [], later + 1)
  expect(await recallAnswer('/a', later + 1)).toBeNull()
})

test('signing out leaves nothing behind, and the next answer is kept at once', async () => {
  await keepPerson(person('1'), [], NOW)
  await keepAnswer('/a', heard('first'), NOW)
  await recallAnswer('/a', NOW)
  await forgetLastSeen()
  expect([await recallPerson(NOW), await recallAnswer('/a', NOW), useLastSeen.getState().since]).toEqual([
    null,
    null,
    null,
  ])
  await keepAnswer('/a', heard('second'), NOW + 1)
  expect(await recallAnswer('/a', NOW + 1)).toEqual(heard('second'))
})
