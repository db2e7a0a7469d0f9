import { connect, type Socket } from 'node:net'
import { type Sl651Link, sl651, sl651SwitchReport } from '@sluice/codecs'
import { DEFAULT_ZONE, localTimeOf } from '@sluice/kit'
import {
  connectPacket,
  createPacketReader,
  MQTT,
  publishIn,
  publishPacket,
  pubackPacket,
  subscribePacket,
} from './mqtt-packets.ts'
import { frameOf } from './reports.ts'

/** A valve on its socket: executes commands at once, acknowledges them, and reports its position. */
export interface Valve {
  deviceId: string
  protocol: 'MQTT' | 'SL651'
  open: boolean
  /** Acknowledges its commands and does nothing. */
  stuck: boolean
  /** Called when it has moved, with the time (performance.now) at which the bytes of the command arrived. */
  onCommand: ((at: number, valve: Valve) => void) | undefined
  socket: Socket
}

const KEEP_ALIVE_S = 300
const RPC = 'v1/devices/me/rpc/'

/** Its state at the connection: closed and working by default. A command may come with the first answer. */
export type Before = Partial<Pick<Valve, 'open' | 'stuck' | 'onCommand'>>

export function connectMqttValve(
  port: number,
  { deviceId, token }: { deviceId: string; token: string },
  { open = false, stuck = false, onCommand }: Before = {},
) {
  return new Promise<Valve>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const valve: Valve = { deviceId, protocol: 'MQTT', open, stuck, onCommand, socket }
    let id = 0
    const publish = (topic: string, payload: object) => {
      id = (id % 65_535) + 1
      return publishPacket(id, topic, Buffer.from(JSON.stringify(payload)))
    }
    const report = () => {
      const [opening, valveState] = valve.open ? [100, 'OPEN'] : [0, 'CLOSED']
      return publish('v1/devices/me/telemetry', { opening, valveState })
    }
    let arrivedAt = 0
    const read = createPacketReader((packet) => {
      if (packet.type === MQTT.CONNACK && packet.body[1] === 0) {
        socket.write(Buffer.concat([subscribePacket(1, `${RPC}request/+`, 1), report()]))
      } else if (packet.type === MQTT.CONNACK) reject(new Error(`a valve was refused with ${packet.body[1]}`))
      // Its first report is stored: its position is known.
      else if (packet.type === MQTT.PUBACK) resolve(valve)
      else if (packet.type === MQTT.PUBLISH) {
        const asked = publishIn(packet)
        const { params } = JSON.parse(asked.payload.toString()) as { params: { opening?: number } }
        if (!valve.stuck) valve.open = params.opening === 100
        valve.onCommand?.(arrivedAt, valve)
        const answer = publish(`${RPC}response/${asked.topic.split('/').at(-1)}`, {})
        const ack = asked.id === undefined ? Buffer.alloc(0) : pubackPacket(asked.id)
        socket.write(Buffer.concat([ack, answer, report()]))
      }
    })
    socket.on('data', (chunk) => {
      arrivedAt = performance.now()
      read(chunk)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the line of a valve was cut')))
    socket.write(connectPacket(token, KEEP_ALIVE_S))
  })
}

/** A station with a single valve, on channel 1 of its bitmap. */
export function connectSl651Valve(
  port: number,
  { deviceId, address }: { deviceId: string; address: string },
  { open = false, stuck = false, onCommand }: Before = {},
) {
  return new Promise<Valve>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const valve: Valve = { deviceId, protocol: 'SL651', open, stuck, onCommand, socket }
    const link: Sl651Link = { center: 1, station: address, password: '0000' }
    let serial = 0
    const report = () => {
      const stamp = { serial: ++serial, sendTime: localTimeOf(Date.now(), DEFAULT_ZONE) }
      return frameOf(sl651SwitchReport(link, stamp, '4D', [valve.open]))
    }
    let rest: Uint8Array = new Uint8Array()
    socket.on('data', (chunk) => {
      const arrivedAt = performance.now()
      const { frames, consumed } = sl651.split(Buffer.concat([rest, chunk]))
      rest = Buffer.concat([rest, chunk]).subarray(consumed)
      for (const frame of frames) {
        const message = sl651.decode(frame)
        if (!message.ok) continue
        const { func, end, body } = message.value
        if (func !== '4D' || end !== 'ENQ' || body.kind !== 'switches') resolve(valve)
        else {
          if (!valve.stuck) valve.open = body.states[0] ?? false
          valve.onCommand?.(arrivedAt, valve)
          socket.write(report())
        }
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the line of a valve was cut')))
    socket.on('connect', () => socket.write(report()))
  })
}
