import {
  type CommandDef,
  type CommandMap,
  type CommandTarget,
  type ModelCommand,
  RPC_COMMANDS,
  type RpcRequest,
  rpcOf,
  rpcOfRequest,
} from '@sluice/contract'
import { fail, ok, type Result } from '@sluice/kit'

/** How commands reach a device and how long each step may take (domain 4.2). */
export interface Carrier {
  /** `IMMEDIATE`: now or not at all. `CACHED`: held until the device next reports. */
  delivery: 'IMMEDIATE' | 'CACHED'
  /** How long a command may wait for its turn. */
  ttlS: number
  ackTimeoutS: number
  /** Transmissions at most; only absolute commands use more than one. */
  attempts: number
  /** Commands that may wait for one device, or for one station. */
  queueCap: number
}

export const CARRIERS = {
  /** TCP over 4G, Ethernet. */
  ONLINE: { delivery: 'IMMEDIATE', ttlS: 60, ackTimeoutS: 10, attempts: 3, queueCap: 20 },
  /** LoRa class C, RS-485 behind a master. */
  BEHIND_MASTER: { delivery: 'IMMEDIATE', ttlS: 300, ackTimeoutS: 30, attempts: 3, queueCap: 20 },
  /** NB-IoT with power saving, LoRaWAN class A. */
  SLEEPY: { delivery: 'CACHED', ttlS: 86_400, ackTimeoutS: 60, attempts: 2, queueCap: 20 },
} as const satisfies Record<string, Carrier>
export type CarrierName = keyof typeof CARRIERS

/** A valve's stroke from closed to open when its type gives none. */
export const DEFAULT_STROKE_S = 60

/** How long a movement may take: one and a half strokes, and half a minute for the transmission (domain 4.2). */
export function execTimeoutS(strokeS: number): number {
  return strokeS * 1.5 + 30
}

/** A command as it was asked for; its parameters have passed their fields. */
export interface AskedCommand {
  code: string
  params: Readonly<Record<string, unknown>>
}

/** What encoding needs in addition to the command. */
interface EncodeContext {
  /** Where the device sits on its station; 1 for a direct device. */
  channel: number
  /** Every switch of the station as it last reported them, index 0 is channel 1. Null: not known, or too old. */
  switches: readonly boolean[] | null
}

/** The content to send, in the terms of a protocol; its gateway adds the rest and encodes it. */
export interface DeviceDownlink {
  readonly protocol: string
}

/** One frame, or a topic with its payload as a frame, as somebody typed it, in hex, for a protocol that takes such ones (`takesRaw`). */
export interface RawDownlink extends DeviceDownlink {
  readonly raw: string
}

/** A ThingsBoard RPC. */
export interface TbDownlink extends DeviceDownlink {
  protocol: 'TB_MQTT'
  method: string
  params: unknown
  /** The answer brings the values that were asked for. */
  reads?: true
}

export type Encoded = Result<DeviceDownlink, 'STATE_UNKNOWN' | 'UNSUPPORTED'>
export type EncodeCommand = (command: AskedCommand, context: EncodeContext) => Encoded

/** The target of a command; null when its answer ends it. `opening` null: at rest in any position. */
export function targetOf({ target }: Pick<CommandDef, 'target'>, params: AskedCommand['params']): CommandTarget | null {
  if (target === null) return null
  if (target === 'REST') return { opening: null }
  if ('opening' in target) return { opening: target.opening }
  if ('openingParam' in target) {
    const value = params[target.openingParam]
    return { opening: typeof value === 'number' ? value : null }
  }
  const { metric: key, subject = key } = target
  const value = 'equals' in target ? target.equals : params[target.param]
  // Without the value there is nothing that a report could prove.
  if (typeof value !== 'number' && typeof value !== 'boolean' && typeof value !== 'string') return null
  const tolerance = 'param' in target ? (target.tolerance ?? 0) : 0
  return { opening: null, metric: { key, value, tolerance, subject } }
}

/** What a command is about: commands about the same replace each other. Null: it waits for no other. */
export function subjectOf({ target }: Pick<CommandDef, 'target'>): string | null {
  if (target === null) return null
  return typeof target === 'object' && 'metric' in target ? (target.subject ?? target.metric) : 'opening'
}

const NOTHING = { params: {}, repeatsOthers: false } as const

export const READ: ModelCommand = { ...NOTHING, code: 'READ', danger: 'NONE', absolute: true, target: null }

/**
 * Commands of a valve that is addressed individually, by the ThingsBoard device API. A product's map may remove some.
 */
export const TB_VALVE_COMMANDS: readonly ModelCommand[] = [
  { ...NOTHING, code: 'OPEN', danger: 'CONFIRM', absolute: true, target: { opening: 100 } },
  { ...NOTHING, code: 'CLOSE', danger: 'CONFIRM', absolute: true, target: { opening: 0 } },
  { ...NOTHING, code: 'STOP', danger: 'NONE', absolute: true, target: 'REST' },
  {
    ...NOTHING,
    code: 'SET_OPENING',
    params: { opening: { kind: 'integer', required: true, min: 0, max: 100, unit: '%' } },
    danger: 'CONFIRM',
    absolute: true,
    target: { openingParam: 'opening' },
  },
  READ,
]

/** Encodes commands as requests that a product's firmware supports. */
export function encodeTb(map: CommandMap, requests: readonly RpcRequest[] = []): EncodeCommand {
  return ({ code, params }) => {
    const own = requests.find((request) => request.code === code)
    if (own) return ok<TbDownlink>({ protocol: 'TB_MQTT', ...rpcOfRequest(own, params) })
    const { opening } = params
    const known = RPC_COMMANDS.find((one) => one === code)
    const rpc = known && rpcOf(map, known, typeof opening === 'number' ? opening : null)
    if (!rpc) return fail('UNSUPPORTED')
    return ok<TbDownlink>({ protocol: 'TB_MQTT', ...rpc, ...(code === 'READ' ? { reads: true } : {}) })
  }
}
