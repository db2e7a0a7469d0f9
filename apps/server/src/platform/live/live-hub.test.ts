import { LIVE_LOOK_BACK_MS, type LiveEvent } from '@sluice/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOSE_SLOW, createLiveHub } from './live-hub.ts'
import { makeScope, type Session } from '../http/session.ts'

function sessionOf(deptIds: string[], keys: string[] = ['device:list']): Session {
  const scope = makeScope({ all: false, deptIds, own: false, userId: '1', homeDeptId: '1' })
  const who = { id: 's', userId: '1', username: 'u', nickName: 'u', deptId: '1', roles: [] }
  return { ...who, keys: new Set(keys), scope, mustChangePassword: false, expiresAt: Number.MAX_SAFE_INTEGER }
}

function peer() {
  const state = { sent: [] as LiveEvent[], waiting: 0, closed: 0 }
  return {
    state,
    send: (text: string) => void state.sent.push(JSON.parse(text) as LiveEvent),
    waitingBytes: () => state.waiting,
    close: (code: number) => {
      state.closed = code
    },
  }
}

const event = (deviceId: string, messageId = 'm'): LiveEvent => ({ type: 'message', deviceId, messageId })
const to = (deviceId: string, deptId = '1') => ({ watch: 'devices', deviceId, deptId, key: 'device:list' }) as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('live hub', () => {
  it('reaches only those who see the department, hold the key and watch', () => {
    const hub = createLiveHub()
    const [here, there, keyless, blind] = [peer(), peer(), peer(), peer()]
    hub.join(here, sessionOf(['1'])).watch({ devices: 'all' })
    hub.join(there, sessionOf(['2'])).watch({ devices: 'all' })
    hub.join(keyless, sessionOf(['1'], [])).watch({ devices: 'all' })
    hub.join(blind, sessionOf(['1'])).watch({ devices: ['8'] })
    hub.publish(() => event('7'), to('7'))
    expect([here, there, keyless, blind].map(({ state }) => state.sent.length)).toEqual([1, 0, 0, 0])
    hub.publish(() => ({ type: 'store', up: false }), {})
    vi.advanceTimersByTime(50)
    expect([here, there, keyless, blind].map(({ state }) => state.sent.length)).toEqual([2, 1, 1, 1])
  })

  it('an event without a department reaches only those who see all departments, as over HTTP', () => {
    const hub = createLiveHub()
    const [tenant, platform, keyless] = [peer(), peer(), peer()]
    const everything = (keys: string[]) => {
      const session = sessionOf([], keys)
      return { ...session, scope: { ...session.scope, all: true } }
    }
    hub.join(tenant, sessionOf(['1'], ['unknownStation:list'])).watch({ lists: ['unknownStation'] })
    hub.join(platform, everything(['unknownStation:list'])).watch({ lists: ['unknownStation'] })
    hub.join(keyless, everything([])).watch({ lists: ['unknownStation'] })
    const target = { watch: 'lists', item: 'unknownStation', key: 'unknownStation:list', platform: true } as const
    hub.publish(() => ({ type: 'rows', resource: 'unknownStation' }), target)
    vi.advanceTimersByTime(50)
    expect([tenant, platform, keyless].map(({ state }) => state.sent.length)).toEqual([0, 1, 0])
  })

  it('an event of one person reaches them alone, whatever others see', () => {
    const hub = createLiveHub()
    const [own, other] = [peer(), peer()]
    hub.join(own, sessionOf(['1']))
    const everything = sessionOf([])
    hub.join(other, { ...everything, userId: '2', scope: { ...everything.scope, all: true } })
    hub.publish(() => ({ type: 'pushes' }), { userId: '1' })
    vi.advanceTimersByTime(50)
    expect([own.state.sent, other.state.sent]).toEqual([[{ type: 'pushes' }], []])
  })

  it('AD-5 (part) a user who sees only their own records hears of the devices they created, as long as they see them', () => {
    const hub = createLiveHub()
    const [maker, other] = [peer(), peer()]
    const plain = sessionOf([])
    const own = { ...plain, scope: makeScope({ ...plain.scope, own: true }) }
    const member = hub.join(maker, own, new Set(['7']))
    member.watch({ devices: 'all' })
    // The set alone opens nothing: the data scope must say so.
    hub.join(other, plain, new Set(['7'])).watch({ devices: 'all' })
    for (const id of ['7', '8']) hub.publish(() => event(id), to(id))
    vi.advanceTimersByTime(50)
    expect([maker.state.sent, other.state.sent]).toEqual([[event('7')], []])
    member.renew(own, new Set(['8']))
    for (const id of ['7', '8']) hub.publish(() => event(id, 'n'), to(id))
    vi.advanceTimersByTime(50)
    expect(maker.state.sent.slice(1)).toEqual([event('8', 'n')])
    member.renew(own)
    hub.publish(() => event('8'), to('8'))
    vi.advanceTimersByTime(50)
    expect(maker.state.sent).toHaveLength(2)
  })

  it('sends the first at once, then the latest of each at most every 50 ms', () => {
    const hub = createLiveHub()
    const one = peer()
    hub.join(one, sessionOf(['1'])).watch({ devices: ['7', '8'] })
    for (let at = 0; at < 10; at++) {
      hub.publish(() => event('7', `a${at}`), { ...to('7'), latestOf: 'device:7' })
      hub.publish(() => event('8', `b${at}`), { ...to('8'), latestOf: 'device:8' })
    }
    expect(one.state.sent).toEqual([event('7', 'a0')])
    vi.advanceTimersByTime(50)
    expect(one.state.sent.slice(1)).toEqual([event('7', 'a9'), event('8', 'b9')])
    vi.advanceTimersByTime(500)
    hub.publish(() => event('7', 'later'), { ...to('7'), latestOf: 'device:7' })
    expect(one.state.sent.at(-1)).toEqual(event('7', 'later'))
  })

  it('begins a watch slightly in the past: no event between a fetch and its watch is lost', () => {
    const hub = createLiveHub()
    const told = (id: string, messageId: string, deptId = '1') =>
      hub.publish(() => event(id, messageId), { ...to(id, deptId), latestOf: `device:${id}` })
    told('7', 'long ago')
    vi.advanceTimersByTime(LIVE_LOOK_BACK_MS - 1000)
    told('8', 'before')
    told('8', 'last')
    told('9', 'of others', '2')
    hub.publish(() => event('8', 'not the state of anything'), to('8'))
    vi.advanceTimersByTime(1001)
    const one = peer()
    const member = hub.join(one, sessionOf(['1']))
    member.watch({ devices: ['6'] })
    expect(one.state.sent).toEqual([])
    member.watch({ devices: 'all' })
    expect(one.state.sent).toEqual([event('8', 'last')])
    // It has already received the latest events of what it watched before.
    member.watch({ devices: ['8'] })
    vi.advanceTimersByTime(100)
    expect(one.state.sent).toHaveLength(1)
  })

  it('makes an event once and only for who takes it; a replayed one is made when it is replayed', () => {
    const hub = createLiveHub()
    let made = 0
    let state = 'then'
    const publish = () => hub.publish(() => (made++, event('7', state)), { ...to('7'), latestOf: 'device:7' })
    const [one, two, late] = [peer(), peer(), peer()]
    hub.join(one, sessionOf(['1'])).watch({ devices: ['8'] })
    hub.join(two, sessionOf(['2'])).watch({ devices: 'all' })
    publish()
    expect(made).toBe(0)
    state = 'now'
    hub.join(late, sessionOf(['1'])).watch({ devices: 'all' })
    expect(late.state.sent).toEqual([event('7', 'now')])
    hub.join(peer(), sessionOf(['1'])).watch({ devices: ['9'] })
    expect(made).toBe(1)
    hub.join(peer(), sessionOf(['1'])).watch({ devices: ['7'] })
    publish()
    expect(made).toBe(3)
  })

  it('looks back no farther than a socket can take at once', () => {
    const hub = createLiveHub({ maxWaiting: 10 })
    for (let id = 1; id <= 100; id++)
      hub.publish(() => event(String(id)), { ...to(String(id)), latestOf: `device:${id}` })
    const one = peer()
    hub.join(one, sessionOf(['1'])).watch({ devices: 'all' })
    vi.advanceTimersByTime(100)
    expect(one.state.sent.map((told) => 'deviceId' in told && told.deviceId)).toEqual(['96', '97', '98', '99', '100'])
    expect(one.state.closed).toBe(0)
  })

  it('follows a change of rights', () => {
    const hub = createLiveHub()
    const one = peer()
    const member = hub.join(one, sessionOf(['1']))
    member.watch({ devices: 'all' })
    member.renew(sessionOf(['2']))
    hub.publish(() => event('7'), to('7', '1'))
    expect(one.state.sent).toEqual([])
    member.leave()
    hub.publish(() => event('7'), to('7', '2'))
    expect(one.state.sent).toEqual([])
    expect(hub.size).toBe(0)
  })

  it('holds back from a slow socket, coalescing, and drops it in the end', () => {
    const hub = createLiveHub({ maxStallMs: 1000 })
    const slow = peer()
    hub.join(slow, sessionOf(['1'])).watch({ devices: 'all' })
    slow.state.waiting = 2_000_000
    for (let at = 0; at < 100; at++) hub.publish(() => event('7', String(at)), { ...to('7'), latestOf: 'device:7' })
    vi.advanceTimersByTime(500)
    expect(slow.state.sent).toEqual([])
    slow.state.waiting = 0
    vi.advanceTimersByTime(100)
    expect(slow.state.sent).toEqual([event('7', '99')])
    slow.state.waiting = 2_000_000
    hub.publish(() => event('7'), to('7'))
    vi.advanceTimersByTime(1200)
    expect(slow.state.closed).toBe(CLOSE_SLOW)
    expect(hub.size).toBe(0)
  })

  it('drops a socket for which too much waits', () => {
    const hub = createLiveHub({ maxWaiting: 10 })
    const slow = peer()
    hub.join(slow, sessionOf(['1'])).watch({ devices: 'all' })
    for (let at = 0; at < 20; at++) hub.publish(() => event('7', String(at)), to('7'))
    expect(slow.state.closed).toBe(CLOSE_SLOW)
  })
})
