import { expect, test } from 'vitest'
import { shapeOf } from './device-shape.ts'

const [hidden, required] = [{ hidden: true }, { required: true }]

test('the fields follow the product', () => {
  const direct = { stationAddress: required, masterId: hidden, channel: hidden, slaveAddr: hidden }
  expect(shapeOf({ nodeKind: 'DIRECT', traits: ['ADDRESS'] })).toEqual(direct)
  expect(shapeOf({ nodeKind: 'GATEWAY', traits: ['ADDRESS'] })).toEqual(direct)
  const slave = { stationAddress: hidden, allowedAddresses: hidden, masterId: required }
  expect(shapeOf({ nodeKind: 'SLAVE', traits: ['CHANNEL'] })).toEqual({
    ...slave,
    channel: required,
    slaveAddr: hidden,
  })
  expect(shapeOf({ nodeKind: 'SLAVE', traits: ['ATTRIBUTES'] })).toEqual(slave)
  const byToken = {
    stationAddress: hidden,
    allowedAddresses: hidden,
    masterId: hidden,
    channel: hidden,
    slaveAddr: hidden,
  }
  expect(shapeOf({ nodeKind: 'DIRECT', traits: ['ATTRIBUTES'] })).toEqual(byToken)
})
