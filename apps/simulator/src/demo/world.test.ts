import { DEVICE_TYPES } from '@sluice/devices'
import { expect, test } from 'vitest'
import { CANALS, placeAlong } from './canals.ts'
import { buildWorld } from './world.ts'

const worldOf = (stations: number, seed = 1) => buildWorld({ stations, seed, reportIntervalS: 30 })
const devicesOf = (stations: number) => worldOf(stations).stations.flatMap(({ device, slaves }) => [device, ...slaves])

test('40 stations are about 100 devices of every product', () => {
  const devices = devicesOf(40)
  expect(devices.length).toBeGreaterThan(85)
  expect(devices.length).toBeLessThan(120)
  expect(new Set(devices.map(({ productNo }) => productNo))).toEqual(
    new Set(DEVICE_TYPES.filter(({ protocol }) => protocol === 'SL651').map(({ productNo }) => productNo)),
  )
})

test('names, numbers and addresses are unique, at any size', () => {
  for (const size of [40, 3000]) {
    const { stations, strangers } = worldOf(size)
    const devices = devicesOf(size)
    expect(new Set(devices.map(({ deviceNo }) => deviceNo)).size).toBe(devices.length)
    expect(new Set(devices.map(({ name }) => name)).size).toBe(devices.length)
    const addresses = [
      ...stations.map(({ device }) => device.stationAddress),
      ...strangers.map(({ address }) => address),
    ]
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const address of addresses) expect(address).toMatch(/^[0-9A-F]{10}$/)
  }
})

test('everything lies in the county', () => {
  for (const { lng, lat } of devicesOf(500)) {
    expect(lng).toBeGreaterThan(116.15)
    expect(lng).toBeLessThan(116.75)
    expect(lat).toBeGreaterThan(36.85)
    expect(lat).toBeLessThan(37.35)
  }
})

test('a larger world begins with the smaller one, and the same options give the same world', () => {
  expect(worldOf(60).stations.slice(0, 40)).toEqual(worldOf(40).stations)
  expect(worldOf(40)).toEqual(worldOf(40))
  // Another seed is another story in the same places, with the same passwords.
  const places = (seed: number) =>
    worldOf(40, seed).stations.map(({ device }) => [device.stationAddress, device.password])
  expect(places(2)).toEqual(places(1))
})

test('every department that something belongs to is there, parents before children', () => {
  const { departments, users, stations } = worldOf(100)
  const names = departments.map(({ name }) => name)
  for (const [n, { parent }] of departments.entries()) {
    expect([null, ...names.slice(0, n)]).toContain(parent)
  }
  for (const { department } of [...users, ...stations.map(({ device }) => device)]) expect(names).toContain(department)
})

test('a place along a line begins at its begin and ends at its end', () => {
  const [canal] = CANALS
  expect(placeAlong(canal!, 0)).toEqual({ lng: 116.42, lat: 37.12 })
  expect(placeAlong(canal!, 1)).toEqual({ lng: 116.685, lat: 37.05 })
})
