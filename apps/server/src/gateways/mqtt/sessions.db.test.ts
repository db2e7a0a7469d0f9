import { deepEqual } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { makeMqttDevice, until } from '@sluice/testing'
import { type IConnackPacket, type IPublishPacket, type Packet, parser } from 'mqtt-packet'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import { mqttOf } from './mqtt.fixture.ts'

interface Recorded {
  client: string
  flow: string
  packets: { dir: 'client' | 'broker'; type: string; hex: string; note: string }[]
}

const file = new URL('../../../../../packages/codecs/src/tb-mqtt/tb-mqtt.sessions.json', import.meta.url)
const { sessions } = JSON.parse(readFileSync(file, 'utf8')) as { sessions: Recorded[] }
const { test } = sharedPlatform()

/** Acknowledgements that say something else here than the broker of the recording said, whose topics were free. */
const OTHERWISE: ReadonlyMap<string, string> = new Map([
  // The bridge's own state on $SYS: no subscriber there, not a topic of the device here.
  ['4003000110', '4003000187'],
])

function packetsOf(version: number, take: (packet: Packet) => void): (bytes: Buffer) => void {
  const reader = parser({ protocolVersion: version })
  reader.on('packet', take)
  return (bytes) => void reader.parse(bytes)
}

function oneOf(hex: string, version: number): Packet {
  const found: Packet[] = []
  packetsOf(version, (packet) => found.push(packet))(Buffer.from(hex, 'hex'))
  return found[0]!
}

/** A device, or a gateway with two behind it, that shows the token of the recording. */
async function deviceOf({ packets }: Recorded, version: number) {
  const hello = oneOf(packets[0]!.hex, version)
  const token = hello.cmd === 'connect' ? (hello.username ?? '') : ''
  const isGateway = packets.some(({ note }) => note.includes('v1/gateway/connect'))
  const made = await makeMqttDevice(test.admin, { productNo: isGateway ? 'MQTT-GATEWAY' : 'MQTT-VALVE' })
  const slaves = new Map<string, string>()
  for (const name of isGateway ? ['Device A', 'Device B'] : []) {
    const slave = await makeMqttDevice(test.admin, { productNo: 'MQTT-VALVE-SLAVE', masterId: made.id, name })
    slaves.set(name, slave.id)
  }
  const hash = createHash('sha256').update(token).digest('hex')
  await test.db.query('update device set access_token_hash = null where access_token_hash = $1 /* unscoped:test */', [
    hash,
  ])
  await test.db.query('update device set access_token_hash = $1 where id = $2 /* unscoped:test */', [hash, made.id])
  return { ...made, slaves }
}

/** Has the platform send what the recording's broker was made to send; false for what it answers by itself. */
async function send(to: Awaited<ReturnType<typeof deviceOf>>, recorded: IPublishPacket): Promise<boolean> {
  const body = JSON.parse(recorded.payload.toString()) as Record<string, unknown>
  const mqtt = mqttOf(test)
  const name = typeof body['device'] === 'string' ? body['device'] : undefined
  const deviceId = name === undefined ? to.id : (to.slaves.get(name) ?? '')
  const values = (name === undefined ? body : body['data']) as Record<string, unknown>
  if (/^v1\/(devices\/me|gateway)\/attributes$/.test(recorded.topic)) {
    deepEqual(await mqtt.sharing.share({ stationId: to.id, deviceId, values, deleted: [] }), true)
    return true
  }
  const method = values?.['method']
  if (typeof method !== 'string') return false
  const downlink = { protocol: 'TB_MQTT' as const, method, params: values['params'] }
  const request = { requestId: `${to.id}-${recorded.messageId}`, stationId: to.id, deviceId, downlink }
  deepEqual(await mqtt.carrier.transmit(request), 'SENT')
  return true
}

function open(port: number, version: number) {
  const received: { packet: Packet; hex: string }[] = []
  const state = { closed: false }
  let rest = Buffer.alloc(0)
  const socket: Socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.on('close', () => (state.closed = true))
  const take = packetsOf(version, (packet) => {
    const length = 2 + (packet.length ?? 0) + ((packet.length ?? 0) > 127 ? 1 : 0)
    received.push({ packet, hex: rest.subarray(0, length).toString('hex') })
    rest = rest.subarray(length)
  })
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    take(bytes)
  })
  const next = (what: string, which: (one: { packet: Packet; hex: string }) => boolean) =>
    until(what, () => {
      const at = received.findIndex(which)
      return at >= 0 && received.splice(at, 1)[0]
    })
  return { socket, received, state, next }
}

function compareConnack(got: IConnackPacket, wanted: IConnackPacket): void {
  const codes = ({ reasonCode, returnCode }: IConnackPacket) => [reasonCode, returnCode]
  // Nothing is kept here for a session that is gone.
  deepEqual([...codes(got), got.sessionPresent], [...codes(wanted), false])
  const nameless = ({ properties }: IConnackPacket) => properties?.assignedClientIdentifier !== undefined
  deepEqual(nameless(got), nameless(wanted))
}

/** Says what the client of the recording said, and waits for what it was answered. Resolves with how much it published. */
async function replay(recorded: Recorded, version: number, to: Awaited<ReturnType<typeof deviceOf>>): Promise<number> {
  const { socket, state, next } = open(to.port, version)
  let published = 0
  let isKept = false
  for (const { dir, hex, note } of recorded.packets) {
    const packet = oneOf(hex, version)
    if (dir === 'client') {
      if (packet.cmd === 'publish') published++
      socket.write(Buffer.from(hex, 'hex'))
    } else if (packet.cmd === 'connack') {
      const { packet: got } = await next('CONNACK', (one) => one.packet.cmd === 'connack')
      compareConnack(got as IConnackPacket, packet)
      isKept = packet.sessionPresent
    } else if (packet.cmd === 'publish') {
      // A message that waits in a stored session elsewhere waits in the ledger here.
      if (isKept) continue
      const isSent = await send(to, packet)
      const { packet: got } = await next(note, (one) => one.packet.cmd === 'publish')
      const { topic, qos, properties, messageId } = got as IPublishPacket
      deepEqual([topic.replace(/request\/\d+$/, 'request/1'), qos], [packet.topic, packet.qos])
      deepEqual(properties?.subscriptionIdentifier, packet.properties?.subscriptionIdentifier)
      if (isSent) deepEqual(messageId, packet.messageId)
    } else {
      const wanted = OTHERWISE.get(hex) ?? hex
      await next(`${note}: ${wanted}`, (one) => one.hex === wanted)
    }
  }
  socket.end()
  await until('the end', () => state.closed)
  return published
}

describe('a recorded session', () => {
  // The recorder's own refusal of the bridge is the one thing that no broker said.
  const spoken = sessions.filter(({ packets }) => packets.length > 2)
  it('is one of 17', () => expect([sessions.length, spoken.length]).toEqual([17, 16]))

  it.each(spoken.map((recorded) => [`${recorded.client}: ${recorded.flow}`, recorded] as const))(
    'of %s runs here as it ran there, and all it published is kept',
    async (_name, recorded) => {
      const hello = Buffer.from(recorded.packets[0]!.hex, 'hex')
      const version = hello.readUInt8(hello.indexOf('MQTT') + 4) & 0x7f
      const to = await deviceOf(recorded, version)
      const published = await replay(recorded, version, to)
      const { rows } = await until('all that was published', async () => {
        const found = await test.db.query<{ result: string; topic: string }>(
          `select result, split_part(encode(raw, 'escape'), '\\000', 1) as topic from device_message
           where device_id = $1 order by id /* unscoped:test */`,
          [to.id],
        )
        return found.rows.length >= published && found
      })
      expect(rows).toHaveLength(published)
      const unread = rows.filter(({ result }) => result === 'UNSUPPORTED' || result === 'DECODE_ERR')
      for (const { topic } of unread) expect(topic).toMatch(/claim$|^\$SYS|^not\/allowed$|telemetry$/)
    },
  )
})
