import { sl651 } from '@sluice/codecs'
import { expect, test } from 'vitest'
import { SL651_MODELS } from './catalogue.ts'
import { typeOfModel } from './model/type-of-model.ts'
import { addressOfDevice, catalogueOf, deviceIdIn, type Protocol, rawTakingOf } from './protocol.ts'

const [STATION, CHANNEL] = SL651_MODELS
const PROTOCOL: Protocol = {
  protocol: 'SL651',
  codec: sl651,
  models: [STATION!],
  identification: { by: 'TOKEN', drawToken: () => 'token' },
  slavesBy: 'CHANNEL',
}
const numbersOf = (types: readonly { productNo: string }[]) => types.map(({ productNo }) => productNo)

test('products in force are the built-in ones and those that came since, the newest of a number', () => {
  const catalogue = catalogueOf([PROTOCOL])
  expect(numbersOf(catalogue.types())).toEqual([STATION!.productNo])
  const [own, known] = [
    { ...CHANNEL!, productNo: 'OWN' },
    { ...STATION!, reportIntervalS: 60 },
  ]
  expect(numbersOf(catalogue.adopt([own, known]))).toEqual(['OWN', STATION!.productNo])
  expect(numbersOf(catalogue.types())).toEqual([STATION!.productNo, 'OWN'])
  expect(catalogue.typeOf(STATION!.productNo)?.reportIntervalS).toBe(60)
  expect(catalogue.typeOf('OTHER')).toBeUndefined()
  expect(catalogue.protocolOf('SL651')).toBe(PROTOCOL)
})

test('a protocol that reads its models itself is asked, and what no protocol takes is read as the model says', () => {
  const typeOf: NonNullable<Protocol['typeOf']> = (model) => ({ ...typeOfModel(model), name: 'read by its protocol' })
  const catalogue = catalogueOf([{ ...PROTOCOL, typeOf }])
  expect(catalogue.typeOf(STATION!.productNo)?.name).toBe('read by its protocol')
  const [foreign] = catalogue.adopt([{ ...CHANNEL!, protocol: 'OTHER' }])
  expect(foreign?.name).toBe(CHANNEL!.name)
})

test('an address in the pipeline holds the id of a device only where it was recognised by its token', () => {
  expect(deviceIdIn(addressOfDevice('42'))).toBe('42')
  expect(deviceIdIn('4588888888')).toBeUndefined()
})

test('a message as typed needs a connection of the device; a frame reaches a slave through its master', () => {
  const [message, frame] = (['MESSAGE', 'FRAME'] as const).map((as) => ({ as, accepts: () => true }))
  expect(rawTakingOf({ takesRaw: message! }, 'DIRECT')).toBe(message)
  expect(rawTakingOf({ takesRaw: message! }, 'GATEWAY')).toBe(message)
  expect(rawTakingOf({ takesRaw: message! }, 'SLAVE')).toBeUndefined()
  expect(rawTakingOf({ takesRaw: frame! }, 'SLAVE')).toBe(frame)
  expect(rawTakingOf(undefined, 'DIRECT')).toBeUndefined()
})
