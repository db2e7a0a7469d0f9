import { connect, type Socket } from 'node:net'
import { sl651 } from '@sluice/codecs'
import type { FleetStation, MqttDevice } from '../fleet.ts'
import { connectPacket, createPacketReader, MQTT, publishPacket } from '../mqtt-packets.ts'
import { frameOf, reportOf, TAMPERED } from '../reports.ts'

/** A device that reports at a steady rate and repeats unconfirmed reports, as real ones do. */
export interface RepeatingDevice {
  readonly deviceId: string
  /** The numbers of its confirmed reports, in order of confirmation. */
  readonly confirmed: ReadonlySet<number>
  sent(): number
  waiting(): number
  /** Whether the door was forced in its last confirmed report; undefined when it never reports that. */
  tampered(): boolean | undefined
  /** Stops new reports; pending ones are still repeated. */
  finish(): void
  close(): void
}

/** Where the platform listens now, or listened last. */
export interface Ports {
  sl651: number
  mqtt: number
}

interface Line {
  send(n: number): void
  close(): void
}

/** The protocol's part: connects, and signals when reports may be sent, what was confirmed, and the end. */
type Dial = (told: { ready(): void; confirmed(n: number): void; closed(): void }) => Line

/** A report without an answer is repeated after this time, and the connection is closed after twice that. */
const PATIENCE_MS = 5_000
const WINDOW = 20
const REDIAL_MS = 250
const MINUTE_MS = 60_000
/** This many reports in a row have a forced door, then as many have none. */
const TAMPERED_FOR = 15

function repeating(deviceId: string, everyMs: number, dial: Dial, repeatsOnLine: boolean): RepeatingDevice {
  const confirmed = new Set<number>()
  const waiting = new Map<number, number>()
  let [n, finished, closed, isReady] = [0, false, false, false]
  let heardAt = performance.now()
  let line: Line | undefined
  const send = (number: number) => {
    waiting.set(number, performance.now())
    if (isReady) line?.send(number)
  }
  const open = () => {
    if (closed) return
    heardAt = performance.now()
    line = dial({
      ready() {
        isReady = true
        heardAt = performance.now()
        for (const number of waiting.keys()) send(number)
      },
      confirmed(number) {
        heardAt = performance.now()
        if (waiting.delete(number)) confirmed.add(number)
      },
      closed() {
        isReady = false
        setTimeout(open, REDIAL_MS)
      },
    })
  }
  open()
  const report = setInterval(() => {
    if (!finished && waiting.size < WINDOW) send(++n)
  }, everyMs)
  const repeat = setInterval(() => {
    const old = performance.now() - PATIENCE_MS
    if (waiting.size > 0 && heardAt < old - PATIENCE_MS) line?.close()
    else if (repeatsOnLine) for (const [number, at] of waiting) if (at < old) send(number)
  }, 500)
  return {
    deviceId,
    confirmed,
    sent: () => n,
    waiting: () => waiting.size,
    tampered: () => undefined,
    finish: () => (finished = true),
    close() {
      closed = true
      clearInterval(report)
      clearInterval(repeat)
      line?.close()
    },
  }
}

/** Connects to a socket; a refused connection counts as a closed one. */
function dialSocket(port: number, closed: () => void, data: (chunk: Buffer) => void): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => undefined)
  socket.on('close', closed)
  socket.on('data', data)
  return socket
}

export interface Reports {
  everyMs: number
  /** Reports are a minute apart from this time; undefined: at the current second. */
  since: number | undefined
}

/** The level of report n is n mm. */
export function repeatingStation(ports: Ports, { deviceId, address }: FleetStation, { everyMs, since }: Reports) {
  const frames = new Map<number, Uint8Array>()
  let lastSecond = 0
  const isTampered = (n: number) => since === undefined && Math.floor(n / TAMPERED_FOR) % 2 === 1
  const frame = (n: number) => {
    const known = frames.get(n)
    if (known) return known
    // Of two reports of one second only the first would count.
    lastSecond = Math.max(lastSecond + 1, Math.floor(Date.now() / 1000))
    const at = since === undefined ? lastSecond * 1000 : since + n * MINUTE_MS
    const made = frameOf(reportOf(address, n, at, n / 1000, isTampered(n) ? { status: TAMPERED } : {}))
    frames.set(n, made)
    return made
  }
  const dial: Dial = ({ ready, confirmed, closed }) => {
    let rest: Uint8Array = new Uint8Array()
    const socket = dialSocket(ports.sl651, closed, (chunk) => {
      const buffer = Buffer.concat([rest, chunk])
      const { frames: answers, consumed } = sl651.split(buffer)
      rest = buffer.subarray(consumed)
      for (const answer of answers) {
        const message = sl651.decode(answer)
        if (message.ok && message.value.serial !== null) {
          frames.delete(message.value.serial)
          confirmed(message.value.serial)
        }
      }
    })
    socket.on('connect', ready)
    return { send: (n) => socket.write(frame(n)), close: () => socket.destroy() }
  }
  const device = repeating(deviceId, everyMs, dial, true)
  const tampered = () => (since === undefined ? isTampered(Math.max(0, ...device.confirmed)) : undefined)
  return { ...device, tampered }
}

/** The total volume of report n is n; it repeats on a new connection only (MQTT 3.1.1 4.4). */
export function repeatingSensor(ports: Ports, { deviceId, token }: MqttDevice, { everyMs, since = 0 }: Reports) {
  const dial: Dial = ({ ready, confirmed, closed }) => {
    const read = createPacketReader(({ type, body }) => {
      if (type === MQTT.PUBACK) confirmed(body.readUInt16BE(0))
      else if (type === MQTT.CONNACK && body[1] === 0) ready()
      else if (type === MQTT.CONNACK) socket.destroy()
    })
    const socket = dialSocket(ports.mqtt, closed, read)
    socket.write(connectPacket(token, 300))
    const send = (n: number) => {
      const report = { ts: since + n * MINUTE_MS, values: { totalVolume: n, outletPressure: (n % 50) / 100 } }
      socket.write(publishPacket(n, 'v1/devices/me/telemetry', Buffer.from(JSON.stringify(report))))
    }
    return { send, close: () => socket.destroy() }
  }
  return repeating(deviceId, everyMs, dial, false)
}
