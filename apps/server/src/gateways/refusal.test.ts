import { expect, test } from 'vitest'
import type { ByteNote, ConnectionNote } from './link.ts'
import { refusalInBytes, refusalInConnection } from './refusal.ts'

const BYTES: ByteNote = {
  at: 5,
  deviceId: null,
  protocol: 'SL651',
  channelId: 'c',
  remote: '10.0.0.1:4711',
  direction: 'UP',
  raw: Uint8Array.of(1),
  fault: 'checksum',
  faultAt: 3,
  note: null,
}
const CONNECTION: ConnectionNote = {
  at: 5,
  deviceId: '7',
  protocol: 'SL651',
  channelId: 'c',
  remote: '10.0.0.1:4711',
  event: 'REJECTED',
  reason: 'no identification',
  durationS: 60,
  bytesIn: 0,
  bytesOut: 0,
}

test('bytes that are no message are reported with their offset, without the port of their sender', () => {
  expect(refusalInBytes(BYTES)).toMatchObject({
    at: 5,
    remote: '10.0.0.1',
    reason: 'CHECKSUM',
    byteAt: 3,
    detail: null,
  })
})

test.each([
  ['truncated', null, 'TRUNCATED'],
  ['invalid', null, 'INVALID'],
  ['invalid', 'a downlink from a station', 'FROM_CENTRE'],
  ['invalid', 'DECODE_ERR', 'INVALID'],
  ['unsupported', null, 'UNSUPPORTED'],
  ['partial', 'joined content from byte 9 on', 'PARTIAL'],
  ['tooMany', null, 'PACKETS'],
  ['refused', 'UNKNOWN_DEVICE', 'UNKNOWN_DEVICE'],
  ['refused', 'BAD_PASSWORD', 'BAD_PASSWORD'],
  ['refused', 'OK', 'OTHER'],
])('%s with the note %s is %s', (fault, note, reason) => {
  expect(refusalInBytes({ ...BYTES, fault, note })).toMatchObject({ reason, detail: reason === 'OTHER' ? note : null })
})

test('downlinks and values that are stored as BAD are no refusals', () => {
  expect(refusalInBytes({ ...BYTES, fault: 'value' })).toBeUndefined()
  expect(refusalInBytes({ ...BYTES, fault: null })).toBeUndefined()
  expect(refusalInBytes({ ...BYTES, direction: 'DOWN' })).toBeUndefined()
})

test('the device is the one that is connected, or the one it would be if it were believed', () => {
  expect(refusalInBytes({ ...BYTES, meant: '9', station: 'S' })).toMatchObject({ deviceId: '9', station: 'S' })
  expect(refusalInBytes({ ...BYTES, deviceId: '7', meant: '9' })).toMatchObject({ deviceId: '7' })
})

test.each([
  ['no identification', 'NO_IDENTIFICATION'],
  ['too many bad frames', 'TOO_MANY_FAULTS'],
  ['no token', 'NO_TOKEN'],
  ['unknown token', 'BAD_TOKEN'],
  ['unknown certificate', 'BAD_CERTIFICATE'],
  ['unsupported protocol version 6', 'PROTOCOL_VERSION'],
  ['too many connections', 'BUDGET'],
  ['not now', 'STORE_AWAY'],
  ['something new', 'OTHER'],
])('a connection that is rejected with "%s" is %s', (reason, told) => {
  expect(refusalInConnection({ ...CONNECTION, reason })).toMatchObject({
    remote: '10.0.0.1',
    deviceId: '7',
    reason: told,
    detail: told === 'OTHER' ? reason : null,
  })
})

test('other ends of connections are no refusals', () => {
  for (const event of ['CONNECT', 'DISCONNECT', 'KICKED', 'HEARTBEAT_LOST'] as const)
    expect(refusalInConnection({ ...CONNECTION, event })).toBeUndefined()
})
