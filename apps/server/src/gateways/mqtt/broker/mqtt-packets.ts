import { generate, type IConnackPacket, type IPublishPacket } from 'mqtt-packet'

export type MqttVersion = 3 | 4 | 5

/** MQTT 5 2.4, as far as they are used here. */
export const REASON = {
  SUCCESS: 0x00,
  NO_SUBSCRIPTION: 0x11,
  MALFORMED: 0x81,
  PROTOCOL: 0x82,
  CLIENT_ID: 0x85,
  NOT_AUTHORIZED: 0x87,
  UNAVAILABLE: 0x88,
  BUSY: 0x89,
  SHUTTING_DOWN: 0x8b,
  AUTH_METHOD: 0x8c,
  KEEP_ALIVE: 0x8d,
  TAKEN_OVER: 0x8e,
  TOPIC: 0x90,
  NO_PACKET: 0x92,
  ALIAS: 0x94,
  TOO_LARGE: 0x95,
  QUOTA: 0x97,
  ADMINISTRATIVE: 0x98,
  PAYLOAD: 0x99,
  CONNECTION_RATE: 0x9f,
} as const

/** Return codes of MQTT 3.1.1 3.2.2.3 for the reasons of MQTT 5. */
const RETURN_CODES: ReadonlyMap<number, number> = new Map([
  [REASON.SUCCESS, 0],
  [REASON.CLIENT_ID, 2],
  [REASON.UNAVAILABLE, 3],
  [REASON.CONNECTION_RATE, 3],
  [REASON.NOT_AUTHORIZED, 5],
])

const ACKS = { puback: 0x40, pubrec: 0x50, pubcomp: 0x70 } as const
export type AckName = keyof typeof ACKS

/**
 * Built by hand, because it is the most frequent packet: three forms of MQTT 5 3.4.2 without properties; earlier
 * versions have only the first.
 */
export function ackPacket(name: AckName, id: number, version: MqttVersion, reason: number = REASON.SUCCESS): Buffer {
  const [head, high, low] = [ACKS[name], id >> 8, id & 255]
  return version < 5 || reason === REASON.SUCCESS
    ? Buffer.from([head, 2, high, low])
    : Buffer.from([head, 3, high, low, reason])
}

export const PINGRESP = Buffer.from([0xd0, 0])
/** MQTT 3.1.1 3.1.2.2: unacceptable protocol version, in the form that every client can read. */
export const WRONG_VERSION = Buffer.from([0x20, 2, 0, 1])

export function connackPacket(
  version: MqttVersion,
  reason: number,
  properties: NonNullable<IConnackPacket['properties']> = {},
): Buffer {
  if (version < 5) return Buffer.from([0x20, 2, 0, RETURN_CODES.get(reason) ?? 5])
  return generate({ cmd: 'connack', sessionPresent: false, reasonCode: reason, properties }, { protocolVersion: 5 })
}

/** The packet that MQTT 5 sends before closing. */
export function disconnectPacket(reason: number): Buffer {
  return Buffer.from([0xe0, 1, reason])
}

export function subackPacket(messageId: number, version: MqttVersion, granted: number[]): Buffer {
  return generate({ cmd: 'suback', messageId, granted }, { protocolVersion: version })
}

export function unsubackPacket(messageId: number, version: MqttVersion, granted: number[]): Buffer {
  return generate({ cmd: 'unsuback', messageId, granted }, { protocolVersion: version })
}

export function publishPacket(
  version: MqttVersion,
  packet: Pick<IPublishPacket, 'topic' | 'qos' | 'messageId'> & { payload: Buffer },
  subscriptionIdentifier: number | undefined,
): Buffer {
  const properties = version === 5 && subscriptionIdentifier !== undefined ? { subscriptionIdentifier } : undefined
  const whole = { cmd: 'publish' as const, retain: false, dup: false, ...packet, ...(properties && { properties }) }
  return generate(whole, { protocolVersion: version })
}

/** Whether MQTT lets it be published on: no wildcard, and no NUL, which ends a topic in a frame. */
export function isTopic(topic: string): boolean {
  return topic !== '' && !/[+#\0]/.test(topic)
}
