import { expect, test } from 'vitest'
import { payloadOf } from './payload.ts'

const hexOf = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

test('what follows the topic of a publication is its text', () => {
  expect(payloadOf(hexOf('v1/devices/me/telemetry\0{"a":"阀"}'))).toEqual({
    topic: 'v1/devices/me/telemetry',
    text: '{"a":"阀"}',
  })
})

test('a frame without a topic may be a text too', () => {
  expect(payloadOf(hexOf('a 1\r\n'))).toEqual({ topic: null, text: 'a 1\r\n' })
})

test('bytes are no text: no UTF-8, controls, a topic that is none, or nothing at all', () => {
  for (const hex of ['7e7e01', 'ff41', hexOf('topic\0a\0b'), `7e01${hexOf('\0{}')}`, hexOf('topic\0'), '', '00'])
    expect([hex, payloadOf(hex)]).toEqual([hex, null])
})
