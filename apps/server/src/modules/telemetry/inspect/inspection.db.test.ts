import { cutFrames, inspectFrame, messagePage, rotatePassword, storedFrame } from '@sluice/contract'
import { tbMqttFrame } from '@sluice/codecs'
import { toHex } from '@sluice/kit'
import { frameOf, makeDept, makeDevice, makeMqttDevice, makePerson, reportOf, stampOf } from '@sluice/testing'
import { sl651SwitchReport } from '@sluice/codecs'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test, now, clock } = sharedPlatform()

const link = (station: string) => ({ center: 1, station, password: '0000' })
const hexOf = (station: string, serial: number, values: Record<string, number | string | null>) =>
  toHex(frameOf(reportOf(link(station), serial, values, { at: now() })))

async function counts() {
  const { rows } = await test.db.query(
    `select (select count(*) from telemetry) as t, (select count(*) from device_message) as m,
       (select count(*) from device_shadow) as s, (select count(*) from fault) as f /* unscoped:test */`,
  )
  return rows[0]
}

const outcomes = ({ rules }: { rules: readonly { rule: string; outcome: string; because: string }[] }) =>
  rules.map(({ rule, outcome, because }) => `${rule} ${outcome} ${because}`)

describe('the frame inspector', () => {
  it('tells of pasted bytes what would be stored, which rules look at them and which faults would begin, and stores nothing', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    const before = await counts()
    const found = await test.admin.call(inspectFrame, {
      hex: hexOf(stationAddress, 7, { 39: 42.31, 45: '00000001' }),
    })
    expect(found).toMatchObject({ protocol: 'SL651', func: '32', direction: 'UP', fault: null, message: null })
    expect(found.station).toMatchObject({ deviceId: id })
    expect(found.points).toContainEqual(
      expect.objectContaining({ deviceId: id, key: 'level', value: 42.31, fate: 'NEW', fault: null }),
    )
    expect(outcomes(found)).toEqual(
      expect.arrayContaining([
        'READ PASSED whole',
        'SENDER PASSED known',
        'REPEAT PASSED first',
        'RANGE PASSED within',
      ]),
    )
    expect(found.rules.at(-1)).toMatchObject({ rule: 'CONFIRM', because: 'would' })
    expect(found.faults).toContainEqual(expect.objectContaining({ deviceId: id, change: 'RAISED' }))
    expect(await counts()).toEqual(before)
  })

  it('knows a repeat, and values whose time is stored', async () => {
    const { stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1.5 }, { at: now() })
    const again = await test.admin.call(inspectFrame, {
      hex: toHex(frameOf(reportOf(station.link, 1, { 39: 1.5 }, { at: now() }))),
    })
    expect(outcomes(again)).toContain('REPEAT STOPPED repeat')
    expect(again.points).toEqual([])
    const other = await test.admin.call(inspectFrame, {
      hex: toHex(frameOf(reportOf(station.link, 2, { 39: 1.7 }, { at: now() }))),
    })
    expect(other.points).toEqual([expect.objectContaining({ key: 'level', value: 1.7, before: 1.5, fate: 'HELD' })])
  })

  it('says of a wrong password only that it is wrong, and stops there', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    const { password } = await test.admin.call(rotatePassword, { deviceId: id })
    const found = await test.admin.call(inspectFrame, { hex: hexOf(stationAddress, 1, { 39: 1 }) })
    expect(outcomes(found)).toEqual(['READ PASSED whole', 'SENDER PASSED known', 'PASSWORD STOPPED wrong'])
    expect(found.points).toEqual([])
    expect(JSON.stringify(found)).not.toContain(password)
  })

  it('does not tell somebody of another department whether a station exists', async () => {
    const { stationAddress } = await makeDevice(test.admin)
    const dept = await makeDept(test.admin, '别处')
    const stranger = await makePerson(test.admin, test.db, { deptId: dept })
    const theirs = await stranger.call(inspectFrame, { hex: hexOf(stationAddress, 1, { 39: 1 }) })
    const nobody = await stranger.call(inspectFrame, { hex: hexOf('9999999999', 1, { 39: 1 }) })
    expect(outcomes(theirs)).toEqual(outcomes(nobody))
    expect(theirs).toMatchObject({ station: null, points: [], faults: [] })
    expect(theirs.fields.length).toBeGreaterThan(5)
  })

  it('takes a damaged frame apart and says that it is not read', async () => {
    const { stationAddress } = await makeDevice(test.admin)
    const hex = hexOf(stationAddress, 1, { 39: 1 })
    const found = await test.admin.call(inspectFrame, { hex: `${hex.slice(0, -2)}00` })
    expect(found.fault).toMatchObject({ kind: 'checksum' })
    expect(outcomes(found)).toEqual(['READ STOPPED checksum'])
    expect(found.fields.at(-1)).toMatchObject({ name: 'crc', expected: hex.slice(-4) })
  })

  it('shows a stored message with what it stored, the faults it began, and the messages beside it', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 3 }, { at: now() })
    clock.advance(60_000)
    await station.report(2, { 39: 4, 45: '00000001' }, { at: now() })
    await test.platform.faults.flush()
    const { list } = await test.admin.call(messagePage, { deviceId: id, page: 1, limit: 10, direction: 'UP' })
    const newest = await test.admin.call(storedFrame, { deviceId: id, messageId: list[0]!.id })
    expect(newest.message).toMatchObject({ result: 'OK', deviceId: id, earlier: list[1]!.id, later: null })
    expect(newest.points).toContainEqual(expect.objectContaining({ key: 'level', value: 4, before: 3, fate: 'NEW' }))
    expect(newest.rules.at(-1)).toMatchObject({ rule: 'CONFIRM', because: 'done' })
    expect(newest.faults).toContainEqual(expect.objectContaining({ change: 'RAISED' }))
    const first = await test.admin.call(storedFrame, { deviceId: id, messageId: list[1]!.id })
    expect(first.faults).toEqual([])
    expect(first.message?.later).toBe(list[0]!.id)
  })

  it('reads a publish as the device that is chosen', async () => {
    const { id } = await makeMqttDevice(test.admin, { productNo: 'MQTT-VALVE' })
    const payload = new TextEncoder().encode('{"opening":42}')
    const hex = toHex(tbMqttFrame('v1/devices/me/telemetry', payload))
    const nobody = await test.admin.call(inspectFrame, { hex })
    expect(nobody).toMatchObject({ protocol: 'TB_MQTT', station: null, points: [] })
    const found = await test.admin.call(inspectFrame, { hex, deviceId: id })
    expect(found.points).toEqual([expect.objectContaining({ deviceId: id, key: 'opening', value: 42, fate: 'NEW' })])
  })

  it('cuts a stream into its frames and names what is none', async () => {
    const one = hexOf('0000000001', 1, { 39: 1 })
    const two = toHex(frameOf(sl651SwitchReport(link('0000000002'), stampOf(1, now()), '4D', [true])))
    const { frames, left } = await test.admin.call(cutFrames, { streams: [`${one}AABB${two}`] })
    expect(left).toBe(0)
    expect(frames.filter(({ fault }) => fault === null).map(({ hex }) => hex)).toEqual([one, two])
    expect(frames.map(({ fault }) => fault)).toEqual([null, 'invalid', null])
    expect(frames[0]).toMatchObject({ protocol: 'SL651', func: '32', station: '0000000001', stream: 0 })
  })
})
