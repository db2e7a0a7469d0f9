import { byteTail, type InputOf, refusalGroups } from '@sluice/contract'
import { frameOf, makeDept, makeDevice, makePerson, reportOf, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test, now } = sharedPlatform()

const tail = (input: InputOf<typeof byteTail> = {}) => test.admin.call(byteTail, input)

describe('the live tail', () => {
  it('has the report, its answer, and what is refused, each with its device and what became of it', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 }, { at: now() })
    const broken = Uint8Array.from(frameOf(reportOf(station.link, 2, { 39: 2 }, { at: now() })))
    broken[broken.length - 1]! ^= 1
    station.write(broken)
    const lines = await until('the refused line', async () => {
      const found = (await tail({ deviceId: id })).lines
      return found.some(({ state }) => state === 'REFUSED') ? found : undefined
    })
    expect(lines.map(({ direction, state, because }) => [direction, state, because])).toEqual([
      ['UP', 'TAKEN', 'OK'],
      ['DOWN', 'SENT', null],
      ['UP', 'REFUSED', 'CHECKSUM'],
    ])
    expect(lines[0]).toMatchObject({ func: '32', protocol: 'SL651', length: lines[0]!.hex.length / 2 })
    expect(lines[0]!.hex.startsWith('7E7E')).toBe(true)
    const groups = await test.admin.call(refusalGroups, {})
    expect(groups.find(({ reason }) => reason === 'CHECKSUM')!.senders).toContainEqual(
      expect.objectContaining({ deviceId: id, count: 1 }),
    )
  })

  it('finds by bytes, direction and state, and only counts when asked to', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    const station = await test.station({ station: stationAddress })
    const before = (await tail()).last
    await station.report(1, { 39: 1 }, { at: now() })
    const of = async (more: InputOf<typeof byteTail>) => (await tail({ after: before, deviceId: id, ...more })).matched
    expect(await of({})).toBe(2)
    expect(await of({ direction: 'UP' })).toBe(1)
    expect(await of({ state: 'SENT' })).toBe(1)
    expect(await of({ bytes: `7E7E ?? ${stationAddress}` })).toBe(1)
    expect(await of({ bytes: '7E7E ** AABBCCDDEEFF' })).toBe(0)
    expect(await tail({ after: before, deviceId: id, count: 'true' })).toMatchObject({ lines: [], matched: 2 })
    const { last } = await tail({ after: before })
    expect(await tail({ after: last })).toMatchObject({ lines: [], matched: 0, last })
  })

  it('refuses half a pattern', async () => {
    await expect(tail({ bytes: '7E7' })).rejects.toMatchObject({ key: 'validation' })
  })

  it('shows nobody the lines of another department, nor those of strangers', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 }, { at: now() })
    const stranger = await test.station({ station: '9876543210' })
    stranger.send(reportOf(stranger.link, 1, { 39: 1 }, { at: now() }))
    await until('the stranger', async () => (await tail({ because: 'UNKNOWN_DEVICE' })).matched > 0)
    const dept = await makeDept(test.admin, '别处')
    const person = await makePerson(test.admin, test.db, { deptId: dept })
    expect(await person.call(byteTail, {})).toMatchObject({ lines: [], matched: 0, refused: 0 })
    expect(await person.call(byteTail, { deviceId: id })).toMatchObject({ matched: 0 })
    expect(await person.call(refusalGroups, {})).toEqual([])
  })
})
