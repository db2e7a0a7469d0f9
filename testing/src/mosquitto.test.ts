import { expect, test } from 'vitest'
import { provideMosquitto } from './mosquitto.ts'

test('Mosquitto that is here is used as it is', () => {
  expect(() =>
    provideMosquitto(
      () => true,
      () => 'must not be asked',
    ),
  ).not.toThrow()
})

test('Mosquitto that is not here is installed', () => {
  let here = false
  const asked: string[] = []
  provideMosquitto(
    () => here,
    (packages) => {
      asked.push(...packages)
      here = true
      return undefined
    },
  )
  expect(asked).toEqual(['mosquitto-clients'])
})

test('without a way to Mosquitto its tests fail and say what to do, they are not passed over', () => {
  const nowhere = () => false
  expect(() => provideMosquitto(nowhere, () => 'not root, so mosquitto-clients cannot be installed')).toThrow(
    'No Mosquitto for the MQTT tests: install mosquitto-clients (not root, so mosquitto-clients cannot be installed).',
  )
  expect(() => provideMosquitto(nowhere, () => undefined)).toThrow('brings no mosquitto_pub')
})
