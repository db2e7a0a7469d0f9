import { deviceTypeOf } from '@sluice/devices'
import { describe, expect, test } from 'vitest'
import { type InstallForm, installProblems, newAccessToken, newStationPassword, slaveNames } from './registry.rules.ts'

const empty: InstallForm = { masterId: null, channel: null, stationAddress: null, lng: null, lat: null }
const master = deviceTypeOf('SL651-VALVE-STATION')!
const slave = deviceTypeOf('SL651-VALVE-CHANNEL')!
const direct = deviceTypeOf('SL651-VALVE')!

describe('installing a device', () => {
  test('a station needs its address', () => {
    expect(installProblems(empty, direct, undefined)).toEqual({ stationAddress: 'required' })
    expect(installProblems({ ...empty, stationAddress: '0012345678' }, master, undefined)).toEqual({})
  })

  test('a slave needs a master of its protocol and a channel, and no address', () => {
    expect(installProblems(empty, slave, undefined)).toEqual({ masterId: 'required', channel: 'required' })
    expect(installProblems({ ...empty, masterId: '1', channel: 2 }, slave, direct)).toEqual({
      masterId: 'not-a-master',
    })
    expect(
      installProblems({ ...empty, masterId: '1', channel: 2, stationAddress: '0012345678' }, slave, master),
    ).toEqual({
      stationAddress: 'not-for-slave',
    })
    expect(installProblems({ ...empty, masterId: '1', channel: 2 }, slave, master)).toEqual({})
  })

  test('a direct device hangs on nothing', () => {
    expect(
      installProblems({ ...empty, stationAddress: '0012345678', masterId: '1', channel: 1 }, direct, master),
    ).toEqual({
      masterId: 'only-for-slave',
      channel: 'only-for-slave',
    })
  })

  test('half a place is none', () => {
    expect(installProblems({ ...empty, stationAddress: '0012345678', lng: 116.1 }, direct, undefined)).toEqual({
      lat: 'required',
    })
    expect(installProblems({ ...empty, stationAddress: '0012345678', lat: 37.1 }, direct, undefined)).toEqual({
      lng: 'required',
    })
  })
})

test('a station password is four hex digits and never one that stations ship with', () => {
  expect(newStationPassword(() => 0)).toBe('0001')
  expect(newStationPassword((below) => below - 1)).toBe('FFFE')
})

describe('MQTT', () => {
  const gateway = deviceTypeOf('MQTT-GATEWAY')!
  const behind = deviceTypeOf('MQTT-VALVE-SLAVE')!

  test('a device has no station address, and a slave no need of a channel', () => {
    expect(installProblems(empty, deviceTypeOf('MQTT-VALVE')!, undefined)).toEqual({})
    expect(installProblems({ ...empty, stationAddress: '0012345678' }, gateway, undefined)).toEqual({
      stationAddress: 'wrong-protocol',
    })
    expect(installProblems({ ...empty, masterId: '1' }, behind, gateway)).toEqual({})
    expect(installProblems({ ...empty, masterId: '1' }, behind, master)).toEqual({ masterId: 'not-a-master' })
  })

  test('a token is twenty letters and digits', () => {
    expect(newAccessToken((below) => below - 1)).toBe('9'.repeat(20))
    expect(newAccessToken(() => 0)).toMatch(/^[A-Za-z0-9]{20}$/)
  })

  test('a slave answers to its number, and to its name where that is nobody else’s', () => {
    const slaves = [
      { deviceNo: 'A', name: 'B' },
      { deviceNo: 'B', name: '北闸' },
      { deviceNo: 'C', name: '南闸' },
      { deviceNo: 'D', name: '南闸' },
    ]
    expect(slaveNames(slaves).map(({ names }) => names)).toEqual([['A'], ['B', '北闸'], ['C'], ['D']])
  })
})
