import { z } from 'zod'
import type { FieldReason } from '../../machine/field-reasons.ts'

/** The commands of firmware reached by ThingsBoard RPC (domain 4.3), in the order of display. */
export const RPC_COMMANDS = ['OPEN', 'CLOSE', 'STOP', 'SET_OPENING', 'READ'] as const
export type RpcCommand = (typeof RPC_COMMANDS)[number]

/** The placeholder of the opening in a template; between quotation marks the opening is sent as text. */
export const OPENING_MARK = '{{opening}}'

/** The values that firmware may use for fully open. */
export const FULL_SCALES = [1, 100, 1000] as const

const rpcTemplateSchema = z.strictObject({
  method: z.string().trim().min(1).max(64),
  /** JSON text of the request's `params`, `OPENING_MARK` standing for the opening. */
  params: z.string().trim().min(1).max(500),
})
export type RpcTemplate = z.output<typeof rpcTemplateSchema>

const understood = rpcTemplateSchema.nullable()

/** A product's map from commands to its firmware's requests. Null: it does not support that command. */
export const commandMapSchema = z.strictObject({
  fullScale: z.literal(FULL_SCALES),
  commands: z.strictObject({
    OPEN: understood,
    CLOSE: understood,
    STOP: understood,
    SET_OPENING: understood,
    READ: understood,
  } satisfies Record<RpcCommand, z.ZodType>),
})
export type CommandMap = z.output<typeof commandMapSchema>

const SET_VALVE = { method: 'setValve', params: `{"opening":${OPENING_MARK}}` } as const

/** The map of a product without one of its own. */
export const DEFAULT_COMMAND_MAP = {
  fullScale: 100,
  commands: {
    OPEN: SET_VALVE,
    CLOSE: SET_VALVE,
    STOP: { method: 'stopValve', params: '{}' },
    SET_OPENING: SET_VALVE,
    READ: { method: 'getTelemetry', params: '{}' },
  },
} as const satisfies CommandMap

/** The opening of commands that have a fixed one, in %. */
const OWN_OPENING: Partial<Record<RpcCommand, number>> = { OPEN: 100, CLOSE: 0 }

/** A request as ThingsBoard's RPC carries it. */
export interface Rpc {
  method: string
  params: unknown
}

/**
 * The request of a command, as sent. `opening` is the requested one, in %; null where there is none. Null: the firmware
 * does not support the command, or an opening is missing.
 * @throws SyntaxError of a template in which `commandMapProblems` finds a problem
 */
export function rpcOf({ fullScale, commands }: CommandMap, code: RpcCommand, opening: number | null): Rpc | null {
  const template = commands[code]
  const percent = OWN_OPENING[code] ?? opening
  if (!template || (percent === null && template.params.includes(OPENING_MARK))) return null
  const text = template.params.replaceAll(OPENING_MARK, String(((percent ?? 0) * fullScale) / 100))
  return { method: template.method, params: (JSON.parse(text) as unknown) ?? {} }
}

/** Why a map cannot be used: path of the field -> reason. A map without problems can be sent for every opening. */
export function commandMapProblems(map: CommandMap): Record<string, FieldReason> {
  const problems = RPC_COMMANDS.flatMap((code) => {
    const reason = problemOf(map, code)
    return reason ? [[`commands.${code}.params`, reason] as const] : []
  })
  return Object.fromEntries(problems)
}

function problemOf(map: CommandMap, code: RpcCommand): FieldReason | null {
  const hasMark = map.commands[code]?.params.includes(OPENING_MARK)
  if (hasMark === undefined) return null
  if (code === 'SET_OPENING' && !hasMark) return 'needs-opening'
  if ((code === 'STOP' || code === 'READ') && hasMark) return 'has-no-opening'
  try {
    // `{{opening}}.5` is JSON for some of them only.
    for (let opening = 0; opening <= 100; opening++) rpcOf(map, code, opening)
    return null
  } catch {
    return 'not-json'
  }
}
