import {
  connectionCard,
  deviceFaults,
  deviceRefusals,
  faultResource,
  deviceResource,
  latest,
  messagePage,
  rotatePassword,
} from '@sluice/contract'
import { frameOf, makeDevice, pause, reportOf, type TestStation, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../testing/src/platform/shared-platform.ts'

const { test, clock, now } = sharedPlatform()
const MINUTE = 60_000

async function withPassword(password = 'A1B2') {
  const device = await makeDevice(test.admin)
  await test.admin.call(rotatePassword, { deviceId: device.id, password })
  return device
}

async function refusals(deviceId: string): Promise<Record<string, number>> {
  await test.platform.diagnostics.flush()
  const list = await test.admin.call(deviceRefusals, { deviceId })
  return Object.fromEntries(list.map(({ reason, count }) => [reason, count]))
}

/** Tries so many passwords in one burst and answers how many of them were looked at. */
async function guess(station: TestStation, from: number, count: number): Promise<void> {
  const frames = Array.from({ length: count }, (_, n) => {
    const password = (from + n).toString(16).toUpperCase().padStart(4, '0')
    return frameOf(reportOf({ ...station.link, password }, 1, { 39: 666 }, { at: now() }))
  })
  station.write(Buffer.concat(frames))
}

describe('an address that guesses passwords', () => {
  it('is checked five times, raises a fault, and is then refused with the right password too', async () => {
    const { id, stationAddress } = await withPassword('0100')
    const stranger = await test.station({ station: stationAddress, localAddress: '127.0.0.9' })
    await guess(stranger, 0, 300)
    await until('all of them', async () => {
      const { BAD_PASSWORD = 0, HELD_BACK = 0 } = await refusals(id)
      return BAD_PASSWORD + HELD_BACK === 300
    })
    expect(await refusals(id)).toEqual({ BAD_PASSWORD: 5, HELD_BACK: 295 })
    expect(stranger.answers).toEqual([])
    expect((await test.admin.call(messagePage, { deviceId: id })).total).toBe(0)
    await until('the fault', async () =>
      (await test.admin.call(deviceFaults, { deviceId: id })).some(({ code }) => code === 'S08'),
    )
    const { list } = await test.admin.page(faultResource, { deviceId: id, code: 'S08' })
    expect(list).toMatchObject([{ valueAtStart: '5 次密码错误', thresholdText: '少于 5 次' }])
  })

  it('does not silence the station itself, and the fault ends when it has been over for an hour', async () => {
    const { id, stationAddress } = await withPassword()
    const station = await test.station({ station: stationAddress, password: 'A1B2' })
    await station.report(1, { 39: 1 })
    const stranger = await test.station({ station: stationAddress, localAddress: '127.0.0.9' })
    await guess(stranger, 0, 50)
    await until('them', async () => (await refusals(id))['HELD_BACK'] === 45)
    await station.report(2, { 39: 2 })
    const active = async () => {
      const faults = await test.admin.call(deviceFaults, { deviceId: id })
      return faults.some(({ code, conditionState }) => code === 'S08' && conditionState === 'ACTIVE')
    }
    await until('the fault', active)
    clock.advance(61 * MINUTE + 2 * MINUTE)
    const again = await test.station({ station: stationAddress, password: 'A1B2' })
    await again.report(3, { 39: 3 })
    expect(await until('its end', async () => !(await active()))).toBe(true)
  })

  it('is looked at again at once when the password was changed', async () => {
    const { id, stationAddress } = await withPassword()
    const station = await test.station({ station: stationAddress, password: 'BEEF' })
    for (let n = 0; n < 6; n++) station.send(reportOf(station.link, n, { 39: 1 }, { at: now() }))
    await until('them', async () => (await refusals(id))['HELD_BACK'] === 1)
    await test.admin.call(rotatePassword, { deviceId: id, password: 'BEEF' })
    expect(await station.report(9, { 39: 1 })).toMatchObject({ serial: 9 })
  })
})

describe('a station that is sending', () => {
  it('is not taken over from another address, nor are values taken from there, until it has been silent', async () => {
    const { id, stationAddress } = await withPassword()
    const station = await test.station({ station: stationAddress, password: 'A1B2' })
    await station.report(1, { 39: 1 })
    const other = await test.station({ station: stationAddress, password: 'A1B2', localAddress: '127.0.0.7' })
    other.send(reportOf(other.link, 7, { 39: 99 }, { at: now() }))
    await until('the refusal', async () => (await refusals(id))['STILL_CONNECTED'] === 1)
    expect([other.answers, station.closed]).toEqual([[], false])
    expect((await test.admin.call(latest, { deviceId: id })).values).toMatchObject({ level: { v: 1 } })
    clock.advance(2 * MINUTE)
    await other.report(8, { 39: 2 })
    await station.whenClosed()
    expect((await test.admin.call(latest, { deviceId: id })).values).toMatchObject({ level: { v: 2 } })
  })

  it('takes itself over at once when it connects again from its own address', async () => {
    const { stationAddress } = await withPassword()
    const station = await test.station({ station: stationAddress, password: 'A1B2' })
    await station.report(1, { 39: 1 })
    const again = await test.station({ station: stationAddress, password: 'A1B2' })
    expect(await again.report(2, { 39: 2 })).toMatchObject({ serial: 2 })
    await station.whenClosed()
  })

  it('moves to another address at once when its line is closed', async () => {
    const { stationAddress } = await withPassword()
    const station = await test.station({ station: stationAddress, password: 'A1B2' })
    await station.report(1, { 39: 1 })
    await station.end()
    const moved = await test.station({ station: stationAddress, password: 'A1B2', localAddress: '127.0.0.7' })
    await until('the end of its line', async () => {
      moved.send(reportOf(moved.link, 2, { 39: 2 }, { at: now() }))
      await pause(50)
      return moved.answers.length > 0
    })
    expect(moved.answers[0]).toMatchObject({ serial: 2 })
  })
})

describe('a station that may come from some addresses only', () => {
  it('is not accepted from other addresses, and its card shows its own', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { allowedAddresses: '127.0.0.1, 10.8.0.0/16' })
    const stranger = await test.station({ station: stationAddress, localAddress: '127.0.0.7' })
    stranger.send(reportOf(stranger.link, 1, { 39: 1 }, { at: now() }))
    await until('the refusal', async () => (await refusals(id))['ADDRESS_NOT_ALLOWED'] === 1)
    expect(stranger.answers).toEqual([])
    const station = await test.station({ station: stationAddress })
    await station.report(2, { 39: 1 })
    const card = await test.admin.call(connectionCard, { deviceId: id })
    expect(card).toMatchObject({ allowedAddresses: '127.0.0.1, 10.8.0.0/16' })
    await test.admin.update(deviceResource, id, { allowedAddresses: '127.0.0.7' })
    clock.advance(2 * MINUTE)
    await stranger.report(3, { 39: 2 })
  })

  it('is refused a list that names something else, and marked when it has no password', async () => {
    const { id } = await makeDevice(test.admin)
    await expect(test.admin.update(deviceResource, id, { allowedAddresses: '10.1.2.3/33' })).rejects.toMatchObject({
      answer: { data: { fields: { allowedAddresses: 'format' } } },
    })
    expect(await test.admin.get(deviceResource, id)).toMatchObject({ passwordFree: true })
    await test.admin.call(rotatePassword, { deviceId: id })
    expect(await test.admin.get(deviceResource, id)).toMatchObject({ passwordFree: false })
  })
})

describe('a confirm that a station confirms', () => {
  it('is confirmed once and no further', async () => {
    const { stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 })
    const report = reportOf(station.link, 1, { 39: 1 }, { at: now() })
    const echo: typeof report = { ...report, body: { kind: 'empty', station: null } }
    let heard = 0
    for (let n = 0; n < 50; n++) {
      if (station.answers.length === heard) break
      heard = station.answers.length
      station.send({ ...echo, serial: n + 1 })
      await pause(40)
    }
    await pause(200)
    expect(station.answers).toHaveLength(2)
  })
})
