import { deviceTypeOf } from '@sluice/devices'
import { describe, expect, test } from 'vitest'
import { type InstallForm, installProblems, newStationPassword } from './registry.rules.ts'

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
  })
})

test('a station password is four hex digits and never one that stations ship with', () => {
  expect(newStationPassword(() => 0)).toBe('0001')
  expect(newStationPassword((below) => below - 1)).toBe('FFFE')
})
