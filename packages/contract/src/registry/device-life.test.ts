import { describe, expect, it } from 'vitest'
import { DEVICE_LIFE, LIFECYCLES, missingToInstall, type ToInstall } from './device-life.ts'

const WHOLE: ToInstall = { lng: 116, lat: 39, address: 'A', areaId: '1', network: 'CAT1_4G', iccid: '8'.repeat(20) }

describe('what installing asks for', () => {
  it('is nothing of a device that has all of it', () => {
    expect(missingToInstall(WHOLE)).toBeNull()
  })

  it.each([
    [{ lng: null }, '坐标'],
    [{ lat: null }, '坐标'],
    [{ address: null }, '安装地址'],
    [{ address: '  ' }, '安装地址'],
    [{ areaId: null }, '区域'],
    [{ iccid: null }, 'SIM 卡号'],
    [{ network: 'NB_IOT', iccid: null }, 'SIM 卡号'],
  ])('%j: %s', (part, word) => {
    expect(missingToInstall({ ...WHOLE, ...part })?.[0]).toBe(`请先填写${word}`)
  })

  it('is no card where the network needs none, and a place on the equator is a place', () => {
    expect(missingToInstall({ ...WHOLE, network: 'ETHERNET', iccid: null })).toBeNull()
    expect(missingToInstall({ ...WHOLE, network: null, iccid: null })).toBeNull()
    expect(missingToInstall({ ...WHOLE, lng: 0, lat: 0 })).toBeNull()
  })

  it('names all that is missing in one sentence', () => {
    const nothing = { lng: null, lat: null, address: null, areaId: null, network: 'CAT1_4G', iccid: null }
    expect(missingToInstall(nothing)).toEqual([
      '请先填写坐标、安装地址、区域、SIM 卡号',
      'First fill in the coordinates, the address, the area, the SIM number',
    ])
  })
})

it('leads from step to step as it should, and no other way', () => {
  const ways = DEVICE_LIFE.transitions.flatMap(({ from, to }) => from.map((state) => `${state}>${to}`))
  expect(ways.toSorted()).toEqual(
    [
      'PRODUCED>IN_STOCK',
      'IN_STOCK>SHIPPED',
      'SHIPPED>INSTALLED',
      'INSTALLED>UNDER_REPAIR',
      'UNDER_REPAIR>INSTALLED',
      'INSTALLED>RETIRED',
      'UNDER_REPAIR>RETIRED',
      'IN_STOCK>RETIRED',
    ].toSorted(),
  )
  expect(DEVICE_LIFE.begin).toBe(LIFECYCLES[0])
})
