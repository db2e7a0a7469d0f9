import { catalogueOf, type DeviceType, deviceTypeOf } from '@sluice/devices'
import { describe, expect, test } from 'vitest'
import { GATEWAYS } from '../../gateways/gateways.ts'
import { type InstallForm, installProblems, slaveNames } from './registry.rules.ts'

const { protocolOf } = catalogueOf(GATEWAYS)
const problems = (form: InstallForm, type: DeviceType, master: DeviceType | undefined) =>
  installProblems(form, { type, protocol: protocolOf(type.protocol)! }, master)
const empty: InstallForm = {
  masterId: null,
  channel: null,
  slaveAddr: null,
  stationAddress: null,
  lng: null,
  lat: null,
}
const master = deviceTypeOf('SL651-VALVE-STATION')!
const slave = deviceTypeOf('SL651-VALVE-CHANNEL')!
const direct = deviceTypeOf('SL651-VALVE')!

describe('installing a device', () => {
  test('a station needs its address', () => {
    expect(problems(empty, direct, undefined)).toEqual({ stationAddress: 'required' })
    expect(problems({ ...empty, stationAddress: '0012345678' }, master, undefined)).toEqual({})
    expect(problems({ ...empty, stationAddress: '12345678' }, direct, undefined)).toEqual({ stationAddress: 'format' })
  })

  test('a slave needs a master of its protocol and a channel, and no address', () => {
    expect(problems(empty, slave, undefined)).toEqual({ masterId: 'required', channel: 'required' })
    expect(problems({ ...empty, masterId: '1', channel: 2 }, slave, direct)).toEqual({
      masterId: 'not-a-master',
    })
    expect(problems({ ...empty, masterId: '1', channel: 2, stationAddress: '0012345678' }, slave, master)).toEqual({
      stationAddress: 'not-for-slave',
    })
    expect(problems({ ...empty, masterId: '1', channel: 2 }, slave, master)).toEqual({})
  })

  test('a direct device hangs on nothing', () => {
    expect(problems({ ...empty, stationAddress: '0012345678', masterId: '1', channel: 1 }, direct, master)).toEqual({
      masterId: 'only-for-slave',
      channel: 'only-for-slave',
    })
  })

  test('half a place is none', () => {
    expect(problems({ ...empty, stationAddress: '0012345678', lng: 116.1 }, direct, undefined)).toEqual({
      lat: 'required',
    })
    expect(problems({ ...empty, stationAddress: '0012345678', lat: 37.1 }, direct, undefined)).toEqual({
      lng: 'required',
    })
  })
})

describe('MQTT', () => {
  const gateway = deviceTypeOf('MQTT-GATEWAY')!
  const behind = deviceTypeOf('MQTT-VALVE-SLAVE')!

  test('a device has no station address, and a slave no need of a channel', () => {
    expect(problems(empty, deviceTypeOf('MQTT-VALVE')!, undefined)).toEqual({})
    expect(problems({ ...empty, stationAddress: '0012345678' }, gateway, undefined)).toEqual({
      stationAddress: 'wrong-protocol',
    })
    expect(problems({ ...empty, masterId: '1' }, behind, gateway)).toEqual({})
    expect(problems({ ...empty, masterId: '1' }, behind, master)).toEqual({ masterId: 'not-a-master' })
  })

  test('a slave is found by its number, and by its name where no other device has it', () => {
    const slaves = [
      { deviceNo: 'A', name: 'B' },
      { deviceNo: 'B', name: '北闸' },
      { deviceNo: 'C', name: '南闸' },
      { deviceNo: 'D', name: '南闸' },
    ]
    expect(slaveNames(slaves).map(({ names }) => names)).toEqual([['A'], ['B', '北闸'], ['C'], ['D']])
  })
})
