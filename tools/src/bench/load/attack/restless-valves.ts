import type { FleetStation, MqttDevice } from '../fleet.ts'
import type { Ports } from './repeating-devices.ts'
import { type Before, connectMqttValve, connectSl651Valve, type Valve } from '../valves.ts'

/** A valve that reconnects whenever it is cut off, and records its commands and positions. */
export interface RestlessValve {
  readonly deviceId: string
  readonly stuck: boolean
  /** Commands received, over all connections. */
  commands(): number
  /** Whether it was in this position at any moment of the span (epoch ms). */
  stood(open: boolean, from: number, to: number): boolean
  close(): void
}

const REDIAL_MS = 250

type Connect = (ports: Ports, before: Before) => Promise<Valve>

function restless(ports: Ports, deviceId: string, stuck: boolean, connect: Connect): RestlessValve {
  /** Its positions with their start, oldest first. */
  const stood: { open: boolean; since: number }[] = [{ open: false, since: 0 }]
  let commands = 0
  let closed = false
  let valve: Valve | undefined
  const note = ({ open }: Valve) => {
    if (open !== stood.at(-1)!.open) stood.push({ open, since: Date.now() })
  }
  const onCommand = (_at: number, told: Valve) => {
    commands++
    note(told)
  }
  const later = () => {
    if (!closed) setTimeout(() => void open(), REDIAL_MS)
  }
  const open = async () => {
    try {
      valve = await connect(ports, { open: stood.at(-1)!.open, stuck, onCommand })
      if (closed) return void valve.socket.destroy()
      valve.socket.once('close', later)
    } catch {
      later()
    }
  }
  void open()
  return {
    deviceId,
    stuck,
    commands: () => commands,
    stood: (wanted, from, to) =>
      stood.some(({ open, since }, n) => open === wanted && since <= to && (stood[n + 1]?.since ?? Infinity) >= from),
    close() {
      closed = true
      valve?.socket.destroy()
    },
  }
}

export function restlessMqttValve(ports: Ports, device: MqttDevice, stuck: boolean): RestlessValve {
  return restless(ports, device.deviceId, stuck, ({ mqtt }, before) => connectMqttValve(mqtt, device, before))
}

export function restlessSl651Valve(ports: Ports, station: FleetStation, stuck: boolean): RestlessValve {
  return restless(ports, station.deviceId, stuck, ({ sl651 }, before) => connectSl651Valve(sl651, station, before))
}
