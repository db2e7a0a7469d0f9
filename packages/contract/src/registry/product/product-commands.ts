import type { RpcTemplate } from './product-command-map.ts'
import { withRequest } from './product-model-parts.ts'
import type { ModelCommand, ProductModel, TbDownlinks } from './product-model.ts'

/** A command with what is sent for it; null: what the model's map or protocol says. */
export interface CommandWithRequest {
  command: ModelCommand
  request: RpcTemplate | null
}

/** The request of a model's own for a command; null where the map of its protocol has it, or there is none. */
export function ownRequestOf({ downlinks }: ProductModel, code: string): RpcTemplate | null {
  if (downlinks?.protocol !== 'TB_MQTT') return null
  const own = downlinks.requests?.find((request) => request.code === code)
  return own ? { method: own.method, params: own.params } : null
}

/**
 * The model with a command at a place of its list, past the end for a new one. A command that gets another code keeps its
 * request under the new one.
 */
export function withCommand(model: ProductModel, at: number, { command, request }: CommandWithRequest): ProductModel {
  const before = model.commands[at]
  const commands = before ? model.commands.with(at, command) : [...model.commands, command]
  const renamed = { ...model, commands, downlinks: renamedIn(model.downlinks, before?.code, command.code) }
  const complete = withRequest(renamed, command.code)
  const { downlinks } = complete
  if (request === null || downlinks?.protocol !== 'TB_MQTT') return complete
  return { ...complete, downlinks: withOwnRequest(downlinks, { code: command.code, ...request }) }
}

function renamedIn(downlinks: ProductModel['downlinks'], from: string | undefined, code: string) {
  const renamed = <Request extends { code: string }>(request: Request) =>
    request.code === from ? { ...request, code } : request
  if (downlinks === null) return null
  if (downlinks.protocol === 'SL651') return { ...downlinks, requests: downlinks.requests.map(renamed) }
  return downlinks.requests ? { ...downlinks, requests: downlinks.requests.map(renamed) } : downlinks
}

function withOwnRequest(downlinks: TbDownlinks, request: RpcTemplate & { code: string }): TbDownlinks {
  const { requests = [] } = downlinks
  const at = requests.findIndex(({ code }) => code === request.code)
  return { ...downlinks, requests: at < 0 ? [...requests, request] : requests.with(at, request) }
}

/** The model with one of its commands at another place: the order in which people are offered them. */
export function withMovedCommand(model: ProductModel, from: number, to: number): ProductModel {
  const moved = model.commands[from]
  if (!moved || to < 0 || to >= model.commands.length) return model
  return { ...model, commands: model.commands.toSpliced(from, 1).toSpliced(to, 0, moved) }
}

/** A copy of a command under a code that is free, sent like it where its request is the model's own. */
export function copiedCommand(model: ProductModel, at: number): CommandWithRequest | undefined {
  const command = model.commands[at]
  if (!command) return undefined
  const taken = new Set(model.commands.map(({ code }) => code))
  const codes = Array.from({ length: 98 }, (_one, n) => `${command.code.slice(0, 29)}_${n + 2}`)
  const code = codes.find((one) => !taken.has(one)) ?? command.code
  return { command: { ...command, code }, request: ownRequestOf(model, command.code) }
}
