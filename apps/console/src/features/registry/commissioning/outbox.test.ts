import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { dropRefused, openOutbox, sendKept, useOutbox } from '../../../lib/kept/outbox.ts'
import { addItem } from './outbox.ts'

const sent: { path: string; key: string }[] = []
/** What the server says next; `null`: no line. */
let answer: () => object | null = () => ({ code: 0, message: '', data: { id: '1', state: 'BEGUN' } })

beforeEach(async () => {
  await startTexts('zh-CN')
  vi.useFakeTimers()
  sent.length = 0
  answer = () => ({ code: 0, message: '', data: { id: '1', state: 'BEGUN' } })
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    sent.push({ path: url.split('/').at(-1)!, key: (JSON.parse(body) as { key: string }).key })
    const said = answer()
    return said ? Promise.resolve(Response.json(said)) : Promise.reject(new TypeError('no line'))
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  useSession.setState({ userInfo: { id: 'ma' } as never })
  await openOutbox('ma')
})
afterEach(() => {
  useOutbox.setState({ items: [], drafts: [], of: null })
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const item = (key: string) => ({ deviceId: '7', begun: 'b1', key, at: '2026-06-12T06:00:00Z' })
const add = (kind: 'begin' | 'place' | 'photo', key: string, begun = 'b1') => addItem(kind, begun, item(key), key)
const kept = () => useOutbox.getState().items.map(({ key }) => key)

test('what happens without a line stays, and goes out in its order with the same keys when the line is back', async () => {
  answer = () => null
  await add('begin', 'k-begin')
  await add('place', 'k-place')
  await add('photo', 'k-photo')
  await vi.advanceTimersByTimeAsync(0)
  expect(kept()).toEqual(['k-begin', 'k-place', 'k-photo'])
  expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['k-begin']))
  sent.length = 0
  answer = () => ({ code: 0, message: '', data: { id: '1', state: 'BEGUN' } })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual([
    { path: 'begin', key: 'k-begin' },
    { path: 'place', key: 'k-place' },
    { path: 'photo', key: 'k-photo' },
  ])
  expect(kept()).toEqual([])
})

test('a lost answer and a full server send the item again, a lost session keeps it', async () => {
  for (const said of [
    null,
    { code: 503, message: 'x', data: null },
    { code: 429, message: 'x', data: null },
    { code: 4, message: 'x', data: null },
  ]) {
    answer = () => said
    await add('photo', `k ${said?.code ?? 'lost'}`)
    await vi.advanceTimersByTimeAsync(4000)
  }
  expect(kept()).toHaveLength(4)
  expect(useOutbox.getState().items.every(({ refused }) => refused === undefined)).toBe(true)
})

test('a refusal says why and stops what is behind it of the same commissioning only; taken back, it lets go', async () => {
  answer = () => ({ code: 409, message: '设备还没有出库', data: { error: 'not-yet' } })
  await add('begin', 'k-begin')
  await vi.advanceTimersByTimeAsync(0)
  expect(useOutbox.getState().items[0]?.refused).toBe('设备还没有出库')
  answer = () => ({ code: 0, message: '', data: { id: '2', state: 'BEGUN' } })
  await add('place', 'k-place')
  await add('begin', 'k-other', 'b2')
  await vi.advanceTimersByTimeAsync(0)
  expect(kept()).toEqual(['k-begin', 'k-place'])
  dropRefused('b1')
  await sendKept()
  await vi.advanceTimersByTimeAsync(0)
  expect(kept()).toEqual([])
})

test('nothing is sent for whoever made it while somebody else is signed in', async () => {
  answer = () => null
  await add('begin', 'k-begin')
  await vi.advanceTimersByTimeAsync(0)
  sent.length = 0
  answer = () => ({ code: 0, message: '', data: { id: '1', state: 'BEGUN' } })
  useSession.setState({ userInfo: { id: 'zhou' } as never })
  await vi.advanceTimersByTimeAsync(20_000)
  window.dispatchEvent(new Event('online'))
  await sendKept()
  expect(sent).toEqual([])
  expect(kept()).toEqual(['k-begin'])
  useSession.setState({ userInfo: { id: 'ma' } as never })
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(kept()).toEqual([])
})
