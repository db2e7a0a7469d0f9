import { DEVICE_TYPES } from '@sluice/devices'
import { expect, test } from 'vitest'
import { valveSeed } from '../model/valve-unit.ts'
import { COUNTY_STATIONS } from './placement.ts'
import { buildWorld } from './world.ts'

const worldOf = (stations: number, seed = 1) => buildWorld({ stations, seed, reportIntervalS: 30 })
const allOf = ({ stations }: ReturnType<typeof worldOf>) =>
  stations.flatMap(({ device, slaves }) => [device, ...slaves])

test('domain 15.4: the county has 30 gateways with 400 slaves, and 120 direct devices', () => {
  const world = worldOf(COUNTY_STATIONS)
  const nodeKindOf = new Map(DEVICE_TYPES.map(({ productNo, nodeKind }) => [productNo, nodeKind]))
  const counts = { GATEWAY: 0, SLAVE: 0, DIRECT: 0 }
  for (const { productNo } of allOf(world)) counts[nodeKindOf.get(productNo)!]++
  expect(counts).toEqual({ GATEWAY: 30, SLAVE: 400, DIRECT: 120 })
  const gateways = world.stations.filter(({ slaves }) => slaves.length > 0)
  const sizes = (protocol: string) =>
    gateways.filter(({ carrier }) => carrier.protocol === protocol).map(({ slaves }) => slaves.length)
  expect([sizes('SL651').length, Math.max(...sizes('SL651'))]).toEqual([20, 8])
  expect([sizes('TB_MQTT').length, Math.min(...sizes('TB_MQTT'))]).toEqual([10, 22])
})

test('the smallest worlds already hold every product, and both protocols', () => {
  const products = new Set(allOf(worldOf(11)).map(({ productNo }) => productNo))
  const known = DEVICE_TYPES.map(({ productNo }) => productNo).filter((productNo) => products.has(productNo))
  expect(known).toHaveLength(products.size)
  expect(products).toEqual(new Set(allOf(worldOf(COUNTY_STATIONS)).map(({ productNo }) => productNo)))
  expect(products).toContain('MQTT-VALVE-SLAVE')
  expect(products).toContain('SL651-VALVE-CHANNEL')
})

test('every device of the county stands on a place of its own', () => {
  const world = worldOf(COUNTY_STATIONS)
  const places = new Set(world.county.sites.map(({ lng, lat }) => `${lng} ${lat}`))
  const taken = allOf(world).map(({ lng, lat }) => `${lng} ${lat}`)
  for (const place of taken) expect(places).toContain(place)
  expect(new Set(taken).size).toBe(550)
})

test('gauges hang on the reservoir and the rivers, and say which', () => {
  const gauges = worldOf(COUNTY_STATIONS).stations.filter(({ device }) => device.productNo === 'SL651-LEVEL')
  const shore = gauges.filter(({ device }) => device.name.startsWith('北山水库'))
  expect(shore.map(({ device }) => device.name)).toEqual(['北山水库坝前水位站', '北山水库库尾水位站'])
  for (const gauge of gauges) {
    expect(gauge.carrier.planned).toMatchObject({ stationType: shore.includes(gauge) ? '4B' : '48' })
  }
  expect(gauges).toHaveLength(14)
  for (const { device } of gauges) expect(device.name).toMatch(/^(清河|柳溪|石河|北山水库)\D+水位站$/)
})

test('names, numbers and addresses are unique, at any size', () => {
  for (const size of [COUNTY_STATIONS, 1000]) {
    const world = worldOf(size)
    const devices = allOf(world)
    expect(new Set(devices.map(({ deviceNo }) => deviceNo)).size).toBe(devices.length)
    expect(new Set(devices.map(({ name }) => name)).size).toBe(devices.length)
    const addresses = [
      ...world.stations.flatMap(({ carrier }) => (carrier.protocol === 'SL651' ? [carrier.stationAddress] : [])),
      ...world.strangers.map(({ address }) => address),
    ]
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const address of addresses) expect(address).toMatch(/^[0-9A-F]{10}$/)
  }
})

test('a larger world begins with the smaller one, and the same options give the same world', () => {
  expect(worldOf(160).stations.slice(0, 40)).toEqual(worldOf(40).stations)
  expect(worldOf(40)).toEqual(worldOf(40))
  // Another seed is another story in the same places, with the same passwords.
  const places = (seed: number) =>
    worldOf(40, seed).stations.map(({ device, carrier }) => [
      device.lng,
      carrier.protocol === 'SL651' ? [carrier.stationAddress, carrier.password] : carrier.planned.name,
    ])
  expect(places(2)).toEqual(places(1))
  expect(worldOf(40, 2).devices[0]!.seed).not.toBe(worldOf(40, 1).devices[0]!.seed)
})

test('every department that something belongs to is there, parents before children', () => {
  const world = worldOf(COUNTY_STATIONS)
  const names = world.departments.map(({ name }) => name)
  for (const [n, { parent }] of world.departments.entries()) {
    expect([null, ...names.slice(0, n)]).toContain(parent)
  }
  for (const { department } of [...world.users, ...allOf(world)]) expect(names).toContain(department)
  // And none is empty.
  expect(new Set(allOf(world).map(({ department }) => department))).toEqual(new Set(names))
})

test('every device has a source that says which model drives it, with the seed its station uses', () => {
  const world = worldOf(COUNTY_STATIONS)
  expect(world.devices.map(({ deviceNo }) => deviceNo)).toEqual(allOf(world).map(({ deviceNo }) => deviceNo))
  expect(new Set(world.devices.map(({ kind }) => kind)).size).toBe(8)
  const sourcesBehind = (deviceNo: string) =>
    world.devices.filter((source) => source.deviceNo.startsWith(`${deviceNo}-`))
  const gateways = world.stations.filter(({ slaves }) => slaves.length > 0)
  expect(gateways).toHaveLength(30)
  for (const { carrier, device, slaves } of gateways) {
    const sources = sourcesBehind(device.deviceNo)
    expect(sources.map(({ channel }) => channel)).toEqual(slaves.map((_, n) => n + 1))
    // The fleet plays exactly the list's values behind this station.
    const { planned } = carrier
    const told = sources.map(({ deviceNo, seed }) => ({ name: deviceNo, seed }))
    const played =
      carrier.protocol === 'TB_MQTT'
        ? carrier.planned.slaves
        : told.map(({ name }, n) => ({ name, seed: valveSeed(planned.seed!, n) }))
    expect(played).toEqual(told)
    expect(carrier.protocol === 'TB_MQTT' ? sources.length : carrier.planned.channels).toBe(sources.length)
  }
})

test('a whole county has a lit street, a cold store and small devices besides, with numbers of their own, and part of one has none', () => {
  const { field, products, stations } = worldOf(COUNTY_STATIONS)
  const devices = field.flatMap(({ device, slaves }) => [device, ...slaves])
  const counts = Map.groupBy(devices, ({ productNo }) => productNo)
  expect(Object.fromEntries([...counts].map(([productNo, rows]) => [productNo, rows.length]))).toEqual({
    'QH-LAMP-CONCENTRATOR': 1,
    'QH-LAMP': 12,
    'QH-TEMP-MASTER': 1,
    'QH-TEMP-PROBE': 8,
    'QH-HYDRANT': 6,
    'QH-COVER': 6,
    'QH-WELL': 4,
    'QH-SOIL': 4,
  })
  expect(new Set(products.map(({ productNo }) => productNo))).toEqual(new Set(counts.keys()))
  const all = [...devices, ...stations.flatMap(({ device, slaves }) => [device, ...slaves])]
  expect(new Set(all.map(({ deviceNo }) => deviceNo)).size).toBe(all.length)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(worldOf(COUNTY_STATIONS - 1).field).toEqual([])
})
