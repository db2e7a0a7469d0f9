import { readFileSync } from 'node:fs'
import {
  adoptStation,
  clearPassword,
  connectionCard,
  latest,
  listenerPage,
  messagePage,
  productResource,
  refusalResource,
  rotatePassword,
  sendCommand,
  unknownStationFrames,
  unknownStationResource,
} from '@sluice/contract'
import { GATEWAYS } from '@sluice/server/src/gateways/gateways.ts'
import { describe, expect, it } from 'vitest'
import { listSources } from '../../../tools/src/rules/source-files.ts'
import { makeDevice } from '../field/devices.ts'
import { sharedPlatform } from '../platform/shared-platform.ts'
import { pause, until } from '../platform/wait.ts'
import { connectLine } from './line.device.ts'
import { lineGateway } from './line.gateway.ts'

// The one line that a new protocol needs outside its folder.
const gateways = [...GATEWAYS, lineGateway]

const { test, clock } = sharedPlatform({ gateways, env: { SLUICE_DEVICE_PUBLIC_HOST: 'devices.example.org' } })
const port = () => test.platform.edge.port('TOY_LINE') ?? 0
const productNo = 'TOY-LINE-VALVE'
const opening = async (deviceId: string) => (await test.admin.call(latest, { deviceId })).values['opening']?.v

async function valve(stationAddress: string) {
  const { id } = await makeDevice(test.admin, { productNo, stationAddress })
  const device = await connectLine(port())
  const report = async (value: number) => {
    clock.advance(1_000)
    const before = device.heard.length
    device.say(`${stationAddress};${value}`)
    await until('the answer', () => device.heard.length > before)
  }
  return { id, device, report }
}

describe('a protocol that is a folder and a line', () => {
  it('has a model in the database and a listener that is ready', async () => {
    const { list: products } = await test.admin.page(productResource, { limit: 100 })
    expect(products.find((row) => row['productNo'] === productNo)).toMatchObject({ protocol: 'TOY_LINE' })
    const { list } = await test.admin.call(listenerPage)
    const at = { transport: 'tcp', host: 'devices.example.org', port: port() }
    expect(list).toContainEqual(expect.objectContaining({ protocol: 'TOY_LINE', ...at }))
    expect(test.platform.edge.openPorts()).toContainEqual({ label: 'Toy lines', port: port(), wanted: 0 })
    const ready = (await (await fetch(`${test.url}/readyz`)).json()) as { checks: object }
    expect(ready.checks).toMatchObject({ mqtt: true, toyLine: true })
  })

  it('identifies its device by address and stores its value, which is read back as a message', async () => {
    const { id, device, report } = await valve('TOY-1')
    await report(40)
    expect(device.heard).toEqual(['TOY-1;OK'])
    expect(await opening(id)).toBe(40)
    const { list } = await test.admin.call(messagePage, { deviceId: id })
    expect(list[0]).toMatchObject({ protocol: 'TOY_LINE', func: 'value', result: 'OK' })
    expect(test.platform.edge.connections()).toBeGreaterThan(0)
    expect(await (await fetch(`${test.url}/metrics`)).text()).toMatch(/^sluice_toy_line_total [1-9]/m)
    device.end()
  })

  it('has its own texts for address and password', async () => {
    await expect(makeDevice(test.admin, { productNo, stationAddress: 'no_toy' })).rejects.toMatchObject({ code: 400 })
    const { id, device, report } = await valve('TOY-2')
    const made = await test.admin.call(rotatePassword, { deviceId: id })
    expect(made).toMatchObject({ password: expect.stringMatching(/^toy\d+$/), hasPassword: true })
    await expect(test.admin.call(rotatePassword, { deviceId: id, password: '!' })).rejects.toMatchObject({ code: 400 })
    device.say('TOY-2;1')
    await until('the refusal', async () => {
      const { list } = await test.admin.page(refusalResource, { limit: 100 })
      return list.some((row) => row['protocol'] === 'TOY_LINE' && row['reason'] === 'BAD_PASSWORD')
    })
    expect(device.heard).toEqual([])
    device.say(`TOY-2:${made.password};7`)
    await device.hears((line) => line === 'TOY-2;OK')
    expect(await opening(id)).toBe(7)
    await test.admin.call(clearPassword, { deviceId: id })
    await report(8)
    device.end()
  })

  it('is on the connection card with its port, its address and no topic', async () => {
    const { id, device } = await valve('TOY-3')
    expect(await test.admin.call(connectionCard, { deviceId: id })).toMatchObject({
      protocol: 'TOY_LINE',
      credential: 'STATION_PASSWORD',
      host: 'devices.example.org',
      port: port(),
      listening: true,
      stationAddress: 'TOY-3',
      topic: null,
    })
    device.end()
  })

  it('keeps frames of an unknown station, and replays them at its adoption', async () => {
    const device = await connectLine(port())
    device.say('STRANGER;55')
    const station = await until('the stranger', async () => {
      await test.platform.registry.flush()
      return (await test.admin.page(unknownStationResource, { keyword: 'STRANGER' })).list[0]
    })
    expect(station).toMatchObject({ protocol: 'TOY_LINE', address: 'STRANGER' })
    const [frame] = await test.admin.call(unknownStationFrames, { id: station.id })
    expect(frame?.decoded).toEqual({ id: 'STRANGER', password: '', said: '55' })
    const { list } = await test.admin.page(productResource, { limit: 100 })
    const product = list.find((row) => row['productNo'] === productNo)!
    const form = { id: station.id, name: 'Adopted', deviceNo: 'TOY-ADOPTED', productId: product.id, deptId: '1' }
    const { deviceId, replayed } = await test.admin.call(adoptStation, form)
    expect(replayed).toBe(1)
    expect(await opening(deviceId)).toBe(55)
    device.end()
  })

  it('receives a command and answers it', async () => {
    const { id, device, report } = await valve('TOY-4')
    await report(0)
    const call = test.admin.call(sendCommand, { deviceId: id, code: 'OPEN', params: {}, idempotencyKey: 'toy-open' })
    const asked = await device.hears((line) => line.includes(';OPEN '))
    device.say(`TOY-4;ACK ${asked.split(' ')[1]}`)
    expect(await call).toMatchObject({ status: 'ACKNOWLEDGED' })
    device.end()
  })

  it('is not read while the database is down, and continues afterwards', async () => {
    const { id, device, report } = await valve('TOY-5')
    await report(1)
    test.platform.edge.setPaused(true)
    clock.advance(1_000)
    device.say('TOY-5;2')
    await pause(100)
    expect(await opening(id)).toBe(1)
    test.platform.edge.setPaused(false)
    await until('the value', async () => (await opening(id)) === 2)
    device.end()
  })

  it('does not let a device speak for one of another protocol', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const device = await connectLine(port())
    device.say(`${stationAddress};99`)
    device.say(`id:${id};99`)
    await pause(100)
    expect(device.heard).toEqual([])
    expect(await opening(id)).toBeUndefined()
    device.end()
  })

  it('is named only in its own files', () => {
    const named = listSources(process.cwd()).filter((file) => {
      return !file.includes('/line-gateway/') && /TOY.LINE|line-gateway/.test(readFileSync(file, 'utf8'))
    })
    expect(named).toEqual([])
  })

  it('closes with the others', async () => {
    const { device, report } = await valve('TOY-6')
    await report(1)
    await test.platform.edge.close()
    await until('the end', () => device.closed)
    expect(test.platform.edge.connections()).toBe(0)
  })
})

/** Where a built-in protocol may be named: its folder, the array, the editor of its models, texts and samples of frames. */
const OWN = [
  /^apps\/server\/src\/gateways\/((sl651|mqtt)\/|gateways\.ts$)/,
  /^apps\/console\/src\/(texts\/(en-US|zh-CN)\/frame\/frame\.ts$|domain\/frame\/element-units\.ts$)/,
  /^apps\/console\/src\/features\/(registry\/product\/protocol\/|diagnostics\/frame\/frame-samples\.ts$)/,
]

it('server and console name no protocol outside its own folder', () => {
  const files = listSources(process.cwd()).filter((file) => /^apps\/(server|console)\/src\//.test(file))
  const platform = files.filter((file) => !/\.(test|fixture)\.|bench/.test(file) && !OWN.some((own) => own.test(file)))
  const naming = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((text) => !/^\s*(\/\/|\/?\*)/.test(text) && /SL_?651|TB_?MQTT|\bmqtt\w*\(/i.test(text))
      .map((text) => `${file}: ${text.trim()}`)
  expect(platform.length).toBeGreaterThan(300)
  expect(platform.flatMap(naming)).toEqual([])
})
