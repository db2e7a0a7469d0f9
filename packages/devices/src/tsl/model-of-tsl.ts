import type {
  Metric,
  ModelCommand,
  ProductModel,
  RpcCommand,
  RpcRequest,
  RpcTemplate,
  Tsl,
  TslLeftOut,
} from '@sluice/contract'
import { commandOfService, type Service, type TakenService } from './command-of-service.ts'
import { metricOfProperty, type Property } from './metric-of-property.ts'
import { isOfProperties, specsOf, unitIn } from './tsl-specs.ts'

type Facts = Pick<ProductModel, 'productNo' | 'name' | 'englishName' | 'deviceTypeCode'>

/** As many commands as a model may have. */
const COMMANDS_MAX = 40

/** A product model that speaks TB_MQTT from a thing model of Alibaba's, and what of it could not be taken. */
export function modelOfTsl(tsl: Tsl, facts: Facts): { model: ProductModel; leftOut: TslLeftOut } {
  const leftOut: TslLeftOut = []
  const points: string[] = []
  const metrics: Metric[] = []
  const keys: { from: string; key: string }[] = []
  for (const property of tsl.properties) {
    const item = `properties.${property.identifier}`
    const taken = metricOfProperty(property)
    if (!taken) {
      leftOut.push({ item, reason: 'data-type' })
      continue
    }
    const { metric, own } = taken
    if (points.includes(metric.key)) {
      leftOut.push({ item, reason: 'taken' })
      continue
    }
    points.push(metric.key)
    if (own) metrics.push(metric)
    if (metric.key !== property.identifier) keys.push({ from: property.identifier, key: metric.key })
    leftOut.push(...lossesOf(property, item))
  }
  const { commands, downlinks } = commandsIn(tsl.services ?? [], points.includes('opening'), leftOut)
  for (const event of tsl.events ?? [])
    if (!isOfProperties(event)) leftOut.push({ item: `events.${event.identifier}`, reason: 'event' })
  const model: ProductModel = {
    ...facts,
    nodeKind: 'DIRECT',
    protocol: 'TB_MQTT',
    keepsOnline: true,
    reportIntervalS: 300,
    points,
    ...(metrics.length > 0 ? { metrics } : {}),
    uplink: { protocol: 'TB_MQTT', keys },
    commands,
    downlinks,
  }
  return { model, leftOut }
}

/** What is taken of a property only in part. */
function lossesOf({ accessMode = 'r', dataType }: Property, item: string): TslLeftOut {
  const losses: TslLeftOut = []
  if (accessMode.includes('w')) losses.push({ item, reason: 'write' })
  if (dataType.type === 'enum') losses.push({ item, reason: 'value-names' })
  if (unitIn(specsOf(dataType)) === undefined) losses.push({ item, reason: 'unit' })
  return losses
}

const NOTHING_IN_MAP = { OPEN: null, CLOSE: null, STOP: null, SET_OPENING: null, READ: null } as const

/** Its services as commands, in their order, each with its request. */
function commandsIn(services: readonly Service[], provesOpening: boolean, leftOut: TslLeftOut) {
  const inMap: Record<RpcCommand, RpcTemplate | null> = { ...NOTHING_IN_MAP }
  const commands: ModelCommand[] = []
  const requests: RpcRequest[] = []
  const methods = new Set<string>()
  for (const service of services) {
    if (isOfProperties(service)) continue
    const taken = commandOfService(service, provesOpening)
    const placed = typeof taken === 'string' ? taken : (whyNot(taken, commands, methods) ?? taken)
    if (typeof placed === 'string') {
      leftOut.push({ item: `services.${service.identifier}`, reason: placed })
      continue
    }
    const { command, request, losses } = placed
    commands.push(command)
    methods.add(request.method)
    leftOut.push(...losses)
    if (placed.inMap) inMap[command.code as RpcCommand] = request
    else requests.push({ code: command.code, ...request })
  }
  if (commands.length === 0) return { commands, downlinks: null }
  const map = { fullScale: 100 as const, commands: inMap }
  const own = requests.length > 0 ? { requests } : {}
  return { commands, downlinks: { protocol: 'TB_MQTT' as const, map, ...own } }
}

function whyNot({ command, request }: TakenService, before: readonly ModelCommand[], methods: ReadonlySet<string>) {
  if (methods.has(request.method) || before.some(({ code }) => code === command.code)) return 'taken' as const
  return before.length >= COMMANDS_MAX ? ('too-many' as const) : null
}
