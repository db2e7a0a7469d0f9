/** The part of MQTT 3.1.1 that a load-generating device needs: packets built by hand, so that load costs little. */

export const MQTT = { CONNACK: 2, PUBLISH: 3, PUBACK: 4, SUBACK: 9 } as const

/** A received packet; `body` is what follows the fixed header. */
export interface MqttPacket {
  type: number
  flags: number
  body: Buffer
}

export interface MqttPublish {
  topic: string
  payload: Buffer
  /** For QoS 1 and 2, to be acknowledged. */
  id: number | undefined
}

/** The fixed header with its length of one to four bytes (MQTT 3.1.1 2.2.3). */
function packet(type: number, flags: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = [(type << 4) | flags]
  let left = body.length
  do {
    head.push((left & 127) | (left > 127 ? 128 : 0))
    left >>= 7
  } while (left > 0)
  return Buffer.concat([Buffer.from(head), body])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([number16(bytes.length), bytes])
}

function number16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255])
}

/** A clean session of a device that sends its token as user name, as ThingsBoard requires. */
export function connectPacket(token: string, keepAliveS: number): Buffer {
  const [CLEAN, USER_NAME] = [0x02, 0x80]
  return packet(1, 0, text('MQTT'), Buffer.from([4, CLEAN | USER_NAME]), number16(keepAliveS), text(''), text(token))
}

export function subscribePacket(id: number, filter: string, qos: 0 | 1): Buffer {
  return packet(8, 2, number16(id), text(filter), Buffer.from([qos]))
}

/** QoS 1. */
export function publishPacket(id: number, topic: string, payload: Buffer): Buffer {
  return packet(3, 2, text(topic), number16(id), payload)
}

export function pubackPacket(id: number): Buffer {
  return packet(MQTT.PUBACK, 0, number16(id))
}

export function publishIn({ flags, body }: MqttPacket): MqttPublish {
  const end = 2 + body.readUInt16BE(0)
  const qos = (flags >> 1) & 3
  const topic = body.toString('utf8', 2, end)
  return { topic, id: qos > 0 ? body.readUInt16BE(end) : undefined, payload: body.subarray(qos > 0 ? end + 2 : end) }
}

/** Splits a stream of chunks, however it is cut, into packets. */
export function createPacketReader(take: (packet: MqttPacket) => void): (chunk: Buffer) => void {
  let rest: Buffer | undefined
  return (chunk) => {
    const buffer = rest ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    for (;;) {
      const found = packetAt(buffer, at)
      if (!found) break
      at = found.end
      take(found.packet)
    }
    rest = at < buffer.length ? buffer.subarray(at) : undefined
  }
}

function packetAt(buffer: Buffer, start: number): { packet: MqttPacket; end: number } | undefined {
  let length = 0
  let at = start + 1
  for (let shift = 0; ; shift += 7) {
    const digit = buffer[at++]
    if (digit === undefined) return undefined
    length += (digit & 127) << shift
    if (digit < 128) break
  }
  const end = at + length
  if (end > buffer.length) return undefined
  const head = buffer[start] ?? 0
  return { packet: { type: head >> 4, flags: head & 15, body: buffer.subarray(at, end) }, end }
}

/**
 * A telemetry message with three points that is built once and changed in place: the same length for every number and
 * value, so that a message costs a copy and ten bytes.
 */
export class MessageTemplate {
  readonly #bytes: Buffer
  readonly #idAt: number
  readonly #valueAt: number

  constructor() {
    const topic = 'v1/devices/me/telemetry'
    const payload = '{"outletPressure":0.4125,"flow":10000.5,"totalVolume":123456.7}'
    this.#bytes = publishPacket(0, topic, Buffer.from(payload))
    this.#idAt = this.#bytes.length - payload.length - 2
    this.#valueAt = this.#bytes.length - payload.length + payload.indexOf('10000.5') + 1
  }

  /** `count` messages in one chunk, numbered from `first`, whose packet identifiers are never zero. */
  messages(first: number, count: number): Buffer {
    const size = this.#bytes.length
    const all = Buffer.allocUnsafe(size * count)
    for (let n = 0; n < count; n++) {
      const at = n * size
      this.#bytes.copy(all, at)
      all.writeUInt16BE(((first + n) % 65_535) + 1, at + this.#idAt)
      let value = (first + n) % 10_000
      for (let digit = 3; digit >= 0; digit--) {
        all[at + this.#valueAt + digit] = 48 + (value % 10)
        value = Math.floor(value / 10)
      }
    }
    return all
  }
}
