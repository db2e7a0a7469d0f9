import { expect, test } from 'vitest'
import { provideMosquitto } from './mosquitto.ts'

test('an installed Mosquitto is used as it is', () => {
  expect(() =>
    provideMosquitto(
      'mosquitto-clients',
      () => true,
      () => 'must not be asked',
    ),
  ).not.toThrow()
})

test.each(['mosquitto-clients', 'mosquitto'] as const)('%s that is not here is unpacked', (name) => {
  let here = false
  const asked: string[] = []
  provideMosquitto(
    name,
    () => here,
    (wanted) => {
      asked.push(wanted)
      here = true
      return undefined
    },
  )
  expect(asked).toEqual([name])
})

test('without Mosquitto its tests fail and say what to do; they are not skipped', () => {
  const nowhere = () => false
  const why = 'apt-get could not download mosquitto-clients'
  expect(() => provideMosquitto('mosquitto-clients', nowhere, () => why)).toThrow(
    `No Mosquitto for the MQTT tests: install mosquitto-clients (${why}).`,
  )
  expect(() => provideMosquitto('mosquitto-clients', nowhere, () => undefined)).toThrow('brings no mosquitto_pub')
  expect(() => provideMosquitto('mosquitto', nowhere, () => undefined)).toThrow('brings no mosquitto)')
})
