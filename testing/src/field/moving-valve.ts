import { connectMqtt } from './mqtt-device.ts'
import { pause } from '../platform/wait.ts'

export interface MovingValveOptions {
  /** The time from closed to open. */
  strokeMs: number
  opening?: number
  /** The time between two reports while moving. */
  stepMs?: number
  /** Values it reports beside its position. */
  values?: Readonly<Record<string, unknown>>
  /** It executes no command before `obey`. */
  patient?: boolean
  /** An opening at which it pauses, still moving, until `goOn`. */
  restsAt?: number
  /** It refuses every movement with this text. */
  refuses?: string
}

/** A valve over MQTT that moves slowly: it acknowledges, moves at its stroke, and reports its position. */
export interface MovingValve {
  /** Every reported opening, recorded before it was sent. */
  readonly said: readonly { opening: number; at: number }[]
  /** Methods of the received requests, in order. */
  readonly asked: readonly string[]
  /** From now on it executes commands, including those received before. */
  obey(): void
  goOn(): void
  /** Reports by itself, with its values as they are now. */
  tell(): Promise<void>
  end(): Promise<void>
}

function gate(isOpen: boolean): { passed: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (isOpen) resolve()
  return { passed: promise, open: resolve }
}

interface Request {
  method: string
  params: { opening?: number }
}

const TELEMETRY = 'v1/devices/me/telemetry'
const RESPONSE = 'v1/devices/me/rpc/response/'

export async function connectMovingValve(
  at: { port: number; token: string },
  options: MovingValveOptions,
): Promise<MovingValve> {
  const { strokeMs, opening: start = 0, stepMs = 200, values = {}, patient = false, restsAt, refuses } = options
  const device = await connectMqtt(at)
  const said: { opening: number; at: number }[] = []
  const asked: string[] = []
  const state = { opening: start, errand: 0, ended: false }
  const allowed = gate(!patient)
  const rested = gate(restsAt === undefined)

  const stateAt = (opening: number) => (opening === 0 ? 'CLOSED' : opening === 100 ? 'OPEN' : 'PARTIAL')
  const report = async (valveState: string) => {
    const opening = Math.round(state.opening)
    said.push({ opening, at: Date.now() })
    await device.publish(TELEMETRY, { ...values, opening, valveState })
  }
  /** A newer movement, or STOP, ends the current one at its position. */
  const move = async (target: number) => {
    const errand = ++state.errand
    const sense = Math.sign(target - state.opening)
    const step = (stepMs / strokeMs) * 100
    while (sense !== 0 && state.opening !== target) {
      await pause(stepMs)
      if (errand !== state.errand || state.ended) return
      const left = Math.abs(target - state.opening)
      state.opening = left <= step ? target : state.opening + sense * step
      if (state.opening !== target) await report(sense > 0 ? 'OPENING' : 'CLOSING')
      if (Math.round(state.opening) === restsAt) await rested.passed
    }
    await report(stateAt(state.opening))
  }
  const answer = (id: string, body: unknown) => device.publish(RESPONSE + id, body)
  const serve = async (topic: string, { method, params }: Request) => {
    asked.push(method)
    await allowed.passed
    if (state.ended) return
    const id = topic.split('/').at(-1)!
    if (method === 'getTelemetry') {
      await answer(id, { ...values, opening: Math.round(state.opening), valveState: stateAt(state.opening) })
    } else if (refuses !== undefined) await answer(id, { error: refuses })
    else {
      await answer(id, {})
      await move(method === 'setValve' ? (params.opening ?? state.opening) : state.opening)
    }
  }
  device.client.on('message', (topic, payload) => {
    // The connection may end during an answer: that ends the movement.
    serve(topic, JSON.parse(payload.toString()) as Request).catch(() => undefined)
  })
  await device.subscribe('v1/devices/me/rpc/request/+')
  await report(stateAt(start))
  return {
    said,
    asked,
    obey: allowed.open,
    goOn: rested.open,
    tell: () => report(stateAt(Math.round(state.opening))),
    async end() {
      state.ended = true
      allowed.open()
      rested.open()
      await device.end()
    },
  }
}
