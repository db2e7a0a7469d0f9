import { expect, test } from 'vitest'
import { shapeOf } from './device-shape.ts'

const [hidden, required] = [{ hidden: true }, { required: true }]

test('the fields follow the product', () => {
  const direct = { stationAddress: required, masterId: hidden, channel: hidden }
  expect(shapeOf({ nodeKind: 'DIRECT', protocol: 'SL651' })).toEqual(direct)
  expect(shapeOf({ nodeKind: 'GATEWAY', protocol: 'SL651' })).toEqual(direct)
  const slave = { stationAddress: hidden, allowedAddresses: hidden, masterId: required, channel: required }
  expect(shapeOf({ nodeKind: 'SLAVE', protocol: 'SL651' })).toEqual(slave)
  expect(shapeOf({ nodeKind: 'SLAVE', protocol: 'TB_MQTT' })).toEqual({ ...slave, channel: {} })
  const mqtt = { stationAddress: hidden, allowedAddresses: hidden, masterId: hidden, channel: hidden }
  expect(shapeOf({ nodeKind: 'DIRECT', protocol: 'TB_MQTT' })).toEqual(mqtt)
})
