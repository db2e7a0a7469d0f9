import { type CommandMap, DEFAULT_COMMAND_MAP, RPC_COMMANDS, type RpcCommand, rpcOf } from '@sluice/contract'

/** A command in the form: typed values stay while it is switched off. */
interface TypedCommand {
  understood: boolean
  method: string
  params: string
}

export interface TypedMap {
  fullScale: CommandMap['fullScale']
  commands: Record<RpcCommand, TypedCommand>
}

/** The opening in the examples, %. */
export const EXAMPLE_OPENING = 40

const ofEach = <T>(make: (code: RpcCommand) => T) =>
  Object.fromEntries(RPC_COMMANDS.map((code) => [code, make(code)])) as Record<RpcCommand, T>

export function typedOf({ fullScale, commands }: CommandMap): TypedMap {
  const typed = (code: RpcCommand) => ({
    understood: commands[code] !== null,
    ...(commands[code] ?? DEFAULT_COMMAND_MAP.commands[code]),
  })
  return { fullScale, commands: ofEach(typed) }
}

export function mapOf({ fullScale, commands }: TypedMap): CommandMap {
  const template = (code: RpcCommand) => {
    const { understood, method, params } = commands[code]
    return understood ? { method: method.trim(), params: params.trim() } : null
  }
  return { fullScale, commands: ofEach(template) }
}

/** The map to store: null when it equals the default. */
export function keptOf(map: CommandMap): CommandMap | null {
  return JSON.stringify(map) === JSON.stringify(DEFAULT_COMMAND_MAP) ? null : map
}

/** The payload as sent to a device with its own connection; null when it cannot be built. */
export function exampleOf(map: CommandMap, code: RpcCommand): string | null {
  try {
    const rpc = rpcOf(map, code, EXAMPLE_OPENING)
    return rpc && JSON.stringify({ method: rpc.method, params: rpc.params })
  } catch {
    return null
  }
}
