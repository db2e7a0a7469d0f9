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

/** A valve on its socket: does at once what it is told, says that it took the command, and reports where it stands. */
export interface Valve {
  deviceId: string
  protocol: 'MQTT' | 'SL651'
  open: boolean
  /** Called with the moment (performance.now) the bytes of a command were there. */
  onCommand: ((at: number) => void) | undefined
  socket: Socket
}

const KEEP_ALIVE_S = 300
const RPC = 'v1/devices/me/rpc/'

export function connectMqttValve(port: number, { deviceId, token }: { deviceId: string; token: string }) {
  return new Promise<Valve>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const valve: Valve = { deviceId, protocol: 'MQTT', open: false, onCommand: undefined, socket }
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
      // Its first report is stored: its place is known.
      else if (packet.type === MQTT.PUBACK) resolve(valve)
      else if (packet.type === MQTT.PUBLISH) {
        valve.onCommand?.(arrivedAt)
        const asked = publishIn(packet)
        const { params } = JSON.parse(asked.payload.toString()) as { params: { opening?: number } }
        valve.open = params.opening === 100
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
    socket.write(connectPacket(token, KEEP_ALIVE_S))
  })
}

/** A station with a single valve, on channel 1 of its bitmap. */
export function connectSl651Valve(port: number, { deviceId, address }: { deviceId: string; address: string }) {
  return new Promise<Valve>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const valve: Valve = { deviceId, protocol: 'SL651', open: false, onCommand: undefined, socket }
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
          valve.onCommand?.(arrivedAt)
          valve.open = body.states[0] ?? false
          socket.write(report())
        }
      }
    })
    socket.on('error', reject)
    socket.on('connect', () => socket.write(report()))
  })
}
