import {
  marksIn,
  type ModelCommand,
  ownRequestOf,
  type ProductModel,
  type RpcCommand,
  type RpcTemplate,
  type TslDataType,
  type TslLeftOut,
} from '@sluice/contract'
import { codeOf, commandOfService, ownCodeOf, type Service, type TakenService } from './command-of-service.ts'
import { FLAG_TYPE, numberType } from './tsl-specs.ts'

type Parameter = ModelCommand['params'][string]

/** A command as a service of a thing model, and what of it a product made from that would not have. */
export function serviceOfCommand(
  model: ProductModel,
  command: ModelCommand,
): { service: Service; leftOut: TslLeftOut } {
  const request = requestOf(model, command.code)
  const service = serviceOf(model, command, request)
  const back = commandOfService(service, model.points.includes('opening'))
  const item = `commands.${command.code}`
  if (typeof back === 'string') return { service, leftOut: [{ item, reason: back }] }
  return { service, leftOut: [...commandLosses(command, back, item), ...requestLoss(model, request, back, item)] }
}

function requestOf(model: ProductModel, code: string): RpcTemplate | null {
  const own = ownRequestOf(model, code)
  if (own || model.downlinks?.protocol !== 'TB_MQTT') return own
  return model.downlinks.map.commands[code as RpcCommand] ?? null
}

const camel = (code: string) =>
  code.toLowerCase().replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/**
 * Its identifier is the method of its request where that names the command: requests that share a method need names of
 * their own.
 */
function serviceOf(model: ProductModel, { code, name, params }: ModelCommand, request: RpcTemplate | null): Service {
  const sentAs = request && flatKeys(request)
  const candidates = [...(request && sentAs ? [request.method] : []), camel(code)]
  // What the platform knows otherwise is the service's name as long as no other command could be written under it.
  const isFree = (one: string) =>
    model.commands.every(
      (other) =>
        other.code === code || ![requestOf(model, other.code)?.method, camel(other.code), other.code].includes(one),
    )
  const names = (one: string) => codeOf(one) === code || (ownCodeOf(one) === code && isFree(one))
  const identifier = candidates.find(names) ?? code
  return {
    identifier,
    name: name?.[0] ?? code,
    ...(name ? { desc: name[1] } : {}),
    method: `thing.service.${identifier}`,
    required: false,
    // The ledger never waits within the call: an answer comes later, as a message.
    callType: 'async',
    inputData: Object.entries(params).map(([key, parameter]) => ({
      identifier: sentAs?.get(key) ?? key,
      name: parameter.label?.[0] ?? key,
      ...(parameter.label ? { desc: parameter.label[1] } : {}),
      dataType: parameterType(parameter),
    })),
    outputData: [],
  }
}

const PAIR = /"(\w+)"\s*:\s*"?\{\{(\w+)\}\}"?/g

/** By which key each parameter is sent, where a request is a plain object of them; else null. */
function flatKeys({ params }: RpcTemplate): ReadonlyMap<string, string> | null {
  const pairs = [...params.matchAll(PAIR)]
  const isPlain = /^\{[\s,]*\}$/.test(params.replaceAll(PAIR, ''))
  const keys = new Map(pairs.map(([, key, name]) => [name!, key!]))
  return isPlain && keys.size === pairs.length ? keys : null
}

function parameterType(parameter: Parameter): TslDataType {
  switch (parameter.kind) {
    case 'boolean':
      return FLAG_TYPE
    case 'enum':
      return { type: 'text', specs: { length: String(Math.max(...parameter.values.map(({ length }) => length))) } }
    case 'text':
      return { type: 'text', specs: { length: String(parameter.max ?? 200) } }
    default:
      return numberType(parameter.kind === 'integer' ? null : (parameter.decimals ?? 2), parameter)
  }
}

/** What is the same whatever the order of its members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other)

function commandLosses(command: ModelCommand, { command: back }: TakenService, item: string): TslLeftOut {
  const losses: TslLeftOut = []
  const { code, name, params, ...rules } = command
  const { code: backCode, name: backName, params: backParams, ...backRules } = back
  if (code !== backCode) losses.push({ item, reason: 'code' })
  if (!isSame(name, backName)) losses.push({ item, reason: 'name' })
  if (!isSame(rules, backRules)) losses.push({ item, reason: 'command-rules' })
  for (const [key, parameter] of Object.entries(params)) {
    if (isSame(parameter, backParams[key])) continue
    losses.push({ item: `${item}.${key}`, reason: parameter.kind === 'enum' ? 'value-names' : 'parameters' })
  }
  return losses
}

function requestLoss(
  model: ProductModel,
  request: RpcTemplate | null,
  { request: back }: TakenService,
  item: string,
): TslLeftOut {
  const scale = model.downlinks?.protocol === 'TB_MQTT' ? model.downlinks.map.fullScale : 100
  const isScaled = scale !== 100 && back.params.includes('{{opening}}')
  return request && !isScaled && isSameRequest(request, back) ? [] : [{ item, reason: 'request' }]
}

/** Two templates send the same where they are the same objects of the same marks. */
function isSameRequest(one: RpcTemplate, other: RpcTemplate): boolean {
  const sent = (template: RpcTemplate) => {
    const marks = marksIn({ code: 'ONE', ...template })
    const text = template.params.replaceAll(/"?\{\{(\w+)\}\}"?/g, (mark, name: string) =>
      mark.startsWith('"') ? mark : JSON.stringify({ mark: name }),
    )
    try {
      return canonical([template.method, marks.toSorted(), JSON.parse(text)])
    } catch {
      return null
    }
  }
  const first = sent(one)
  return first !== null && first === sent(other)
}
