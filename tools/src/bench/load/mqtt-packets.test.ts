import { describe, expect, it } from 'vitest'
import {
  connectPacket,
  createPacketReader,
  MessageTemplate,
  type MqttPacket,
  pubackPacket,
  publishIn,
  publishPacket,
  subscribePacket,
} from './mqtt-packets.ts'

function packetsIn(bytes: Buffer, chunk = bytes.length): MqttPacket[] {
  const found: MqttPacket[] = []
  const read = createPacketReader((packet) => found.push(packet))
  for (let at = 0; at < bytes.length; at += chunk) read(bytes.subarray(at, at + chunk))
  return found
}

describe('packets as MQTT 3.1.1 writes them', () => {
  it('CONNECT: clean session, no client id, the token as user name (3.1)', () => {
    expect(connectPacket('abc', 300).toString('hex')).toBe('101100044d51545404820' + '12c0000' + '0003616263')
  })

  it('SUBSCRIBE (3.8), PUBLISH with QoS 1 (3.3), PUBACK (3.4)', () => {
    expect(subscribePacket(10, 'a/b', 1).toString('hex')).toBe('8208000a0003612f6201')
    expect(publishPacket(258, 'a/b', Buffer.from('xy')).toString('hex')).toBe('32090003612f6201027879')
    expect(pubackPacket(258).toString('hex')).toBe('40020102')
  })

  it('a length above 127 takes a second byte (2.2.3)', () => {
    const packet = publishPacket(1, 't', Buffer.alloc(200))
    expect(packet.subarray(0, 3).toString('hex')).toBe('32cd01')
    expect(packet.length).toBe(3 + 205)
  })

  it('are cut from a stream that is cut anywhere', () => {
    const long = publishPacket(7, 'v1/devices/me/rpc/request/1', Buffer.from(`{"p":"${'x'.repeat(200)}"}`))
    const stream = Buffer.concat([pubackPacket(1), long, pubackPacket(65_535)])
    for (let chunk = 1; chunk <= stream.length; chunk++) {
      const [first, second, third, ...more] = packetsIn(stream, chunk)
      expect(more).toEqual([])
      expect([first?.body.readUInt16BE(0), third?.body.readUInt16BE(0)]).toEqual([1, 65_535])
      const { topic, id, payload } = publishIn(second!)
      expect([topic, id, payload.length]).toEqual(['v1/devices/me/rpc/request/1', 7, 208])
    }
  })

  it('a PUBLISH with QoS 0 has no identifier', () => {
    const { topic, id, payload } = publishIn({ type: 3, flags: 0, body: Buffer.from('\u0000\u0001txy') })
    expect([topic, id, payload.toString()]).toEqual(['t', undefined, 'xy'])
  })
})

describe('the template of a message', () => {
  it('makes messages of three points each, numbered and different', () => {
    const found = packetsIn(new MessageTemplate().messages(65_533, 4)).map(publishIn)
    expect(found.map(({ id }) => id)).toEqual([65_534, 65_535, 1, 2])
    const values = found.map(({ payload }) => JSON.parse(payload.toString()) as Record<string, number>)
    expect(values.map((value) => value['flow'])).toEqual([15_533.5, 15_534.5, 15_535.5, 15_536.5])
    for (const value of values) expect(Object.keys(value)).toEqual(['outletPressure', 'flow', 'totalVolume'])
  })
})
