import { connect, type Socket } from 'node:net'
import { answer } from '../child.ts'
import { connectPacket, createPacketReader, MessageTemplate, MQTT } from '../load/mqtt-packets.ts'
import { spread } from '../gauge/statistics.ts'

/** One sensor: its sent, acknowledged and pending messages. */
interface Sensor {
  socket: Socket
  sent: number
  acknowledged: number
  /** When each message that is kept back, because too many are unacknowledged, was due; oldest first. */
  owed: number[]
  /** When each message under way was due, and when it was written, oldest first. */
  underWay: { dueAt: number; writtenAt: number }[]
}

export interface LoadRun {
  offered: number
  acknowledged: number
  seconds: number
  cpuUs: number
  /** From when a message was due: includes the time that a device kept it back. */
  acknowledgedMs: ReturnType<typeof spread>
  /** From when it was written: the time of the server and its database. */
  writtenToAcknowledgedMs: ReturnType<typeof spread>
  /** Messages that waited in the device for the acknowledgement of others. */
  keptBack: number
}

const KEEP_ALIVE_S = 300
const STALL_MS = 60_000
/** Most times kept of a run, evenly sampled. */
const SAMPLES = 200_000

const sensors: Sensor[] = []
const template = new MessageTemplate()
let window = 1
let fromDue: number[] = []
let fromWritten: number[] = []
let sampleEvery = 1
let answers = 0
let keptBack = 0
let outstanding = 0
let onAllAnswered: (() => void) | undefined
let fail: ((error: Error) => void) | undefined

function acknowledged(sensor: Sensor): void {
  sensor.acknowledged++
  outstanding--
  const answered = sensor.underWay.shift()
  if (answered && ++answers % sampleEvery === 0) {
    const now = performance.now()
    fromDue.push(now - answered.dueAt)
    fromWritten.push(now - answered.writtenAt)
  }
  // Half of the window is answered: fewer, larger writes.
  if (sensor.owed.length > 0 && sensor.underWay.length <= window >> 1) write(sensor)
  if (outstanding === 0) onAllAnswered?.()
}

function write(sensor: Sensor): void {
  const count = Math.min(sensor.owed.length, window - sensor.underWay.length)
  if (count <= 0) return
  sensor.socket.write(template.messages(sensor.sent, count))
  sensor.sent += count
  const writtenAt = performance.now()
  for (const dueAt of sensor.owed.splice(0, count)) sensor.underWay.push({ dueAt, writtenAt })
}

function owe(sensor: Sensor, count: number, dueAt: number): void {
  for (let n = 0; n < count; n++) sensor.owed.push(dueAt)
  outstanding += count
  if (sensor.underWay.length >= window) keptBack += count
  else write(sensor)
}

function dial(port: number, token: string): Promise<Sensor> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const sensor: Sensor = { socket, sent: 0, acknowledged: 0, owed: [], underWay: [] }
    const read = createPacketReader(({ type, body }) => {
      if (type === MQTT.PUBACK) return acknowledged(sensor)
      if (type !== MQTT.CONNACK) return
      if (body[1] === 0) resolve(sensor)
      else reject(new Error(`a device was refused with ${body[1]}`))
    })
    socket.on('data', read)
    socket.on('error', (error) => (fail ?? reject)(error))
    socket.on('close', () => (fail ?? reject)(new Error('the server closed the connection of a device')))
    socket.write(connectPacket(token, KEEP_ALIVE_S))
  })
}

/** Offers messages with `offer` and resolves when all of them are acknowledged. */
async function load(underWay: number, expected: number, offer: () => Promise<number> | number): Promise<LoadRun> {
  window = underWay
  fromDue = []
  fromWritten = []
  keptBack = 0
  answers = 0
  sampleEvery = Math.max(1, Math.ceil(expected / SAMPLES))
  const before = process.cpuUsage()
  const acknowledgedBefore = sum()
  const started = performance.now()
  const offered = await new Promise<number>((resolve, reject) => {
    fail = reject
    Promise.resolve(offer()).then(async (count) => {
      await allAnswered()
      resolve(count)
    }, reject)
  }).finally(() => (fail = undefined))
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  const done = sum() - acknowledgedBefore
  const [acknowledgedMs, writtenToAcknowledgedMs] = [spread(fromDue), spread(fromWritten)]
  const cpuUs = user + system
  return { offered, acknowledged: done, seconds, cpuUs, acknowledgedMs, writtenToAcknowledgedMs, keptBack }
}

function sum(): number {
  return sensors.reduce((total, sensor) => total + sensor.acknowledged, 0)
}

async function allAnswered(): Promise<void> {
  if (outstanding === 0) return
  let last = outstanding
  const watch = setInterval(() => {
    if (outstanding === last) fail?.(new Error(`${outstanding} messages are not acknowledged for ${STALL_MS} ms`))
    last = outstanding
  }, STALL_MS)
  await new Promise<void>((resolve) => (onAllAnswered = resolve))
  clearInterval(watch)
  onAllAnswered = undefined
}

export const calls = {
  async connect({ port, tokens }: { port: number; tokens: string[] }): Promise<void> {
    for (let at = 0; at < tokens.length; at += 100) {
      sensors.push(...(await Promise.all(tokens.slice(at, at + 100).map((token) => dial(port, token)))))
    }
  },

  /**
   * Offers `perSecond` messages a second for a while, evenly over time and devices. A device keeps back what would
   * exceed `underWay` unacknowledged messages, and sends it as soon as it may: late, never left out, and counted from
   * the moment it was due.
   */
  steady({ perSecond, seconds, underWay }: { perSecond: number; seconds: number; underWay: number }): Promise<LoadRun> {
    const total = Math.round(perSecond * seconds)
    return load(underWay, total, async () => {
      const started = performance.now()
      for (let offered = 0; offered < total; ) {
        const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond))
        for (; offered < due; offered++)
          owe(sensors[offered % sensors.length]!, 1, started + (offered * 1000) / perSecond)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      return total
    })
  },

  /** `perDevice` messages of the first `devices` as fast as they are acknowledged; all are due at the start. */
  flood({ devices, perDevice, underWay }: { devices: number; perDevice: number; underWay: number }): Promise<LoadRun> {
    return load(underWay, devices * perDevice, () => {
      const dueAt = performance.now()
      for (const sensor of sensors.slice(0, devices)) owe(sensor, perDevice, dueAt)
      return devices * perDevice
    })
  },

  /** Acknowledged messages by device, in the order of the tokens. */
  counts: (_: null): number[] => sensors.map((sensor) => sensor.acknowledged),

  hangUp(_: null): void {
    for (const { socket } of sensors.splice(0)) {
      socket.removeAllListeners('close')
      socket.destroy()
    }
  },
}

answer(calls)
