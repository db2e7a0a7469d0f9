import { deviceResource, type LiveEvent, logout } from '@sluice/contract'
import { LiveRefused, makeDept, makeDevice, makePerson, openLive, pause, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test, clock } = sharedPlatform()

const isState = (event: LiveEvent) => event.type === 'device'

async function registered(deptId = '1') {
  const { id, stationAddress } = await makeDevice(test.admin, { deptId })
  return { id, station: await test.station({ station: stationAddress }) }
}

describe('watchers of the live channel', () => {
  it('gets hello, then the whole state of a device with every report, and the news of its raw frames', async () => {
    const { id, station } = await registered()
    const live = await openLive(test.url, test.admin.visitor)
    expect(await live.event(({ type }) => type === 'hello')).toMatchObject({ storeUp: true })
    await live.watch({ devices: [id], messages: [id] })
    await station.report(1, { 39: 1, 38: 12 })
    expect(await live.event(isState)).toEqual({
      type: 'device',
      state: {
        deviceId: id,
        deptId: '1',
        status: 'ONLINE',
        offlineCause: null,
        lastSeenTime: clock.now().toISOString(),
        values: {
          level: { v: 1, ts: clock.now().toISOString(), q: 'GOOD' },
          batteryV: { v: 12, ts: clock.now().toISOString(), q: 'GOOD' },
        },
        faults: [],
      },
    })
    expect(await live.event(({ type }) => type === 'message')).toMatchObject({ deviceId: id })
    live.close()
  })

  it('learns of silence too', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: 1 })
    const live = await openLive(test.url, test.admin.visitor)
    await live.watch({ devices: 'all' })
    clock.advance(13 * 60_000)
    await test.platform.telemetry.checkSilence()
    const event = await live.event((one) => one.type === 'device' && one.state.deviceId === id)
    expect(event).toMatchObject({ state: { status: 'OFFLINE', faults: [{ code: 'C01' }] } })
    live.close()
  })

  it('a user sees their own department and nothing of others, whatever they ask for', async () => {
    const [north, south] = [await makeDept(test.admin, 'North'), await makeDept(test.admin, 'South')]
    const northerner = await makePerson(test.admin, test.db, { deptId: north })
    const [mine, theirs] = [await registered(north), await registered(south)]
    const live = await openLive(test.url, northerner.visitor)
    await live.watch({ devices: [mine.id, theirs.id], messages: [mine.id, theirs.id], lists: ['unknownStation'] })
    await theirs.station.report(1, { 39: 1 })
    await mine.station.report(1, { 39: 1 })
    await live.event((one) => one.type === 'message')
    await live.event(isState)
    expect(live.events.filter((one) => JSON.stringify(one).includes(`"deviceId":"${theirs.id}"`))).toEqual([])
    live.close()
  })

  it('follows a device that moves to another department', async () => {
    const [north, south] = [await makeDept(test.admin, 'North 2'), await makeDept(test.admin, 'South 2')]
    const northerner = await makePerson(test.admin, test.db, { deptId: north })
    const { id, station } = await registered(south)
    await station.report(1, { 39: 1 })
    const live = await openLive(test.url, northerner.visitor)
    await live.watch({ devices: 'all' })
    await test.admin.update(deviceResource, id, { deptId: north })
    clock.advance(60_000)
    await station.report(2, { 39: 2 })
    expect(await live.event(isState)).toMatchObject({ state: { deviceId: id, deptId: north } })
    live.close()
  })

  it('without the key for raw frames gets states only', async () => {
    const reader = await makePerson(test.admin, test.db, { deptId: '1', keys: ['device:list'] })
    const { id, station } = await registered()
    const live = await openLive(test.url, reader.visitor)
    await live.watch({ devices: [id], messages: [id] })
    await station.report(1, { 39: 1 })
    await live.event(isState)
    await pause(100)
    expect(live.events.map(({ type }) => type)).toEqual(['hello', 'device'])
    live.close()
  })
})

describe('no socket', () => {
  const statusOf = (opening: Promise<unknown>) =>
    opening.then(
      () => 101,
      (error: unknown) => (error instanceof LiveRefused ? error.status : error),
    )

  it('FB-16 (part) is opened without a session, or from a foreign site, or from none', async () => {
    expect(await statusOf(openLive(test.url, {}))).toBe(403)
    expect(await statusOf(openLive(test.url, { cookie: 'x'.repeat(43) }))).toBe(403)
    expect(await statusOf(openLive(test.url, test.admin.visitor, 'https://evil.example'))).toBe(403)
    expect(await statusOf(openLive(test.url, test.admin.visitor, ''))).toBe(403)
  })

  it('outlives its session', async () => {
    const person = await makePerson(test.admin, test.db, { deptId: '1' })
    const live = await openLive(test.url, person.visitor)
    await person.call(logout)
    expect(await until('the end of the socket', () => live.closeCode)).toBe(4401)
  })
})
