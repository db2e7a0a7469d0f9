import type { ModelCommand, RpcCommand, RpcTemplate, Tsl, TslLeftOut } from '@sluice/contract'
import { RPC_COMMANDS } from '@sluice/contract'
import { TB_VALVE_COMMANDS } from '../command.ts'
import { boundsIn, boundsOfEnum, decimalsIn, specsOf, unitIn, wordsIn } from './tsl-specs.ts'

export type Service = NonNullable<Tsl['services']>[number]
type Input = Exclude<NonNullable<Service['inputData']>[number], string>
type Parameter = ModelCommand['params'][string]
type Reason = TslLeftOut[number]['reason']

/** A command with its request, and what of its service it does not have. */
export interface TakenService {
  command: ModelCommand
  request: RpcTemplate
  /** The map of valves has it; else the request is one of the product's own. */
  inMap: boolean
  losses: TslLeftOut
}

/** What a text of a command may hold, and what a request may. */
const TEXT_MAX = 200
const TEMPLATE_MAX = 500

const bare = (text: string) => text.replaceAll('_', '').toUpperCase()

/**
 * A service as a command, sent as a method of its identifier with its parameters by theirs. One that the platform knows
 * (`domain 4.3`) is that command, proven as it is; of any other nobody knows what it does, so that it is confirmed, sent once
 * and ended by its answer. A reason where it cannot be sent.
 */
export function commandOfService(service: Service, provesOpening: boolean): TakenService | Reason {
  const item = `services.${service.identifier}`
  const losses = lossesOf(service, item)
  const known = knownCommand(service, provesOpening)
  if (known) return { ...known, inMap: true, losses }
  const params: Record<string, Parameter> = {}
  const sent: string[] = []
  for (const input of service.inputData ?? []) {
    if (typeof input === 'string') return 'parameter-type'
    const parameter = parameterOf(input)
    if (!parameter) return 'parameter-type'
    const name = freeName(nameOf(input.identifier), params)
    params[name] = parameter
    sent.push(`${JSON.stringify(input.identifier)}:{{${name}}}`)
    losses.push(...inputLosses(input, `${item}.${input.identifier}`))
  }
  const template = `{${sent.join(',')}}`
  if (template.length > TEMPLATE_MAX) return 'too-many'
  const code = ownCodeOf(service.identifier)
  const command: ModelCommand = {
    code,
    ...(service.name === code ? {} : { name: wordsIn(service) }),
    params,
    danger: 'CONFIRM',
    absolute: false,
    target: null,
    repeatsOthers: false,
  }
  return { command, request: { method: service.identifier, params: template }, inMap: false, losses }
}

function lossesOf({ callType = 'async', outputData = [] }: Service, item: string): TslLeftOut {
  const losses: TslLeftOut = []
  if (callType !== 'async') losses.push({ item, reason: 'call-type' })
  if (outputData.length > 0) losses.push({ item, reason: 'output' })
  return losses
}

function inputLosses({ dataType }: Input, item: string): TslLeftOut {
  const specs = specsOf(dataType)
  if (dataType.type === 'enum') return [{ item, reason: 'value-names' }]
  if (dataType.type === 'text' && lengthIn(specs) > TEXT_MAX) return [{ item, reason: 'length' }]
  return unitIn(specs) === undefined ? [{ item, reason: 'unit' }] : []
}

/** The platform's command of that name, where the service wants the parameters that it has. */
function knownCommand({ identifier, inputData = [] }: Service, provesOpening: boolean) {
  const code = RPC_COMMANDS.find((one) => bare(one) === bare(identifier))
  const command = TB_VALVE_COMMANDS.find((one) => one.code === code)
  const params = code && mapRequest(code, inputData)
  if (!command || params === undefined) return undefined
  return { command: provesOpening ? command : { ...command, target: null }, request: { method: identifier, params } }
}

function mapRequest(code: RpcCommand, inputData: NonNullable<Service['inputData']>): string | undefined {
  const [only] = inputData
  if (code !== 'SET_OPENING') return inputData.length === 0 ? '{}' : undefined
  if (inputData.length !== 1 || typeof only !== 'object') return undefined
  const { min = 0, max = 100 } = boundsIn(specsOf(only.dataType))
  const isPercent = ['int', 'float', 'double'].includes(only.dataType.type) && min === 0 && max === 100
  return isPercent ? `{${JSON.stringify(only.identifier)}:{{opening}}}` : undefined
}

/** `TimeReset` and `timeReset` are `TIME_RESET`. */
export function codeOf(identifier: string): string {
  const isCode = /^[A-Z][A-Z0-9_]*$/.test(identifier)
  const split = isCode ? identifier : identifier.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()
  const plain = split.replaceAll(/[^A-Z0-9_]/g, '_').replace(/^[^A-Z]+/, '')
  return plain === '' ? 'SERVICE' : plain.slice(0, 32)
}

/** What the platform knows under a name is not what a service of other parameters does. */
export function ownCodeOf(identifier: string): string {
  const code = codeOf(identifier)
  return RPC_COMMANDS.some((one) => one === code) ? `${code}_OWN` : code
}

function nameOf(identifier: string): string {
  const camel = identifier.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_all, next: string) => next.toUpperCase())
  const plain = camel.replace(/^[^A-Za-z]+/, '')
  return plain === '' ? 'value' : (plain[0]!.toLowerCase() + plain.slice(1)).slice(0, 28)
}

function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  let free = name
  for (let n = 2; Object.hasOwn(taken, free); n++) free = `${name}${n}`
  return free
}

const lengthIn = ({ length }: Readonly<Record<string, unknown>>) => Number(length ?? TEXT_MAX) || TEXT_MAX

/** Undefined: nothing that a form of a command asks for. Every parameter of a service is sent. */
function parameterOf(input: Input): Parameter | undefined {
  const specs = specsOf(input.dataType)
  const shared = { label: wordsIn(input), required: true }
  const unit = unitIn(specs)
  const measured = unit ? { unit } : {}
  switch (input.dataType.type) {
    case 'bool':
      return { ...shared, kind: 'boolean' }
    case 'text':
      return { ...shared, kind: 'text', max: Math.min(TEXT_MAX, Math.max(1, Math.floor(lengthIn(specs)))) }
    case 'enum':
      // Its devices take numbers, whose names a parameter cannot say.
      return { ...shared, kind: 'integer', ...boundsOfEnum(specs) }
    case 'int':
      return { ...shared, kind: 'integer', ...boundsIn(specs), ...measured }
    case 'float':
    case 'double':
      return { ...shared, kind: 'decimal', decimals: decimalsIn(specs), ...boundsIn(specs), ...measured }
    default:
      return undefined
  }
}
