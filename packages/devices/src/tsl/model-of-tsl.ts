import type { Metric, ModelCommand, ProductModel, RpcCommand, RpcTemplate, Tsl, TslLeftOut } from '@sluice/contract'
import { RPC_COMMANDS } from '@sluice/contract'
import { TB_VALVE_COMMANDS } from '../command.ts'
import { metricOf } from '../metric.ts'

type Facts = Pick<ProductModel, 'productNo' | 'name' | 'englishName' | 'deviceTypeCode'>
type Property = Tsl['properties'][number]
type Service = NonNullable<Tsl['services']>[number]

/** Other spellings of the platform's units. */
const UNITS: Readonly<Record<string, string>> = {
  '℃': '°C',
  m3: 'm³',
  'm3/h': 'm³/h',
  'uS/cm': 'µS/cm',
  'μS/cm': 'µS/cm',
}

/** The services and the event by which every thing model reads, writes and reports its properties. */
const OF_PROPERTIES = /^thing\.(service\.property\.(set|get)|event\.property\.post)$/

/** A product model that speaks TB_MQTT from a thing model of Alibaba's, and what of it could not be taken. */
export function modelOfTsl(tsl: Tsl, facts: Facts): { model: ProductModel; leftOut: TslLeftOut } {
  const leftOut: TslLeftOut = []
  const points: string[] = []
  const metrics: Metric[] = []
  const keys: { from: string; key: string }[] = []
  for (const property of tsl.properties) {
    const item = `properties.${property.identifier}`
    const wanted = metricIn(property)
    if (!wanted) {
      leftOut.push({ item, reason: 'data-type' })
      continue
    }
    const { metric, own } = ofPlatform(wanted)
    if (points.includes(metric.key)) {
      leftOut.push({ item, reason: 'taken' })
      continue
    }
    points.push(metric.key)
    if (own) metrics.push(metric)
    if (metric.key !== property.identifier) keys.push({ from: property.identifier, key: metric.key })
    leftOut.push(...lossesOf(property, item))
  }
  const { commands, map } = commandsIn(tsl.services ?? [], points.includes('opening'), leftOut)
  for (const { identifier, method = '' } of tsl.events ?? [])
    if (!OF_PROPERTIES.test(method)) leftOut.push({ item: `events.${identifier}`, reason: 'event' })
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
    downlinks: commands.length > 0 ? { protocol: 'TB_MQTT', map } : null,
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

type Specs = Readonly<Record<string, unknown>>

function specsOf({ specs }: Property['dataType']): Specs {
  return specs && !Array.isArray(specs) ? specs : {}
}

/** Undefined: too long to be stored. */
function unitIn({ unit }: Specs): string | undefined {
  const text = typeof unit === 'string' ? unit.trim() : ''
  const ours = UNITS[text] ?? text
  return ours.length <= 12 ? ours : undefined
}

function numberIn(spec: unknown): number | undefined {
  const value = typeof spec === 'string' && spec.trim() !== '' ? Number(spec) : spec
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A letter first, then letters, digits and underscores, as names of values are. */
function keyOf(identifier: string): string {
  const plain = identifier.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^[^A-Za-z]+/, '')
  return (plain === '' ? 'value' : plain[0]!.toLowerCase() + plain.slice(1)).slice(0, 36)
}

function metricIn({ identifier, name, dataType }: Property): Metric | null {
  const specs = specsOf(dataType)
  const words = [name?.trim().slice(0, 40) || identifier.slice(0, 40), identifier.slice(0, 60)] as [string, string]
  const described = { key: keyOf(identifier), name: words, unit: '', decimals: 0 }
  switch (dataType.type) {
    case 'bool':
      return { ...described, kind: 'boolean' }
    case 'text':
      return { ...described, kind: 'text' }
    case 'enum':
      // Its devices report numbers, which have no words in a report of ThingsBoard.
      return { ...described, kind: 'integer', ...rangeOf(Object.keys(specs).map(numberIn)) }
    case 'int':
    case 'float':
    case 'double': {
      const kind = dataType.type === 'int' ? 'integer' : 'number'
      const decimals = kind === 'integer' ? 0 : decimalsOf(numberIn(specs['step']))
      const range = rangeOf([numberIn(specs['min']), numberIn(specs['max'])])
      return { ...described, kind, unit: unitIn(specs) ?? '', decimals, ...range }
    }
    default:
      return null
  }
}

function rangeOf(numbers: readonly (number | undefined)[]): Pick<Metric, 'hardMin' | 'hardMax'> {
  const known = numbers.filter((value) => value !== undefined)
  return known.length < 2 ? {} : { hardMin: Math.min(...known), hardMax: Math.max(...known) }
}

function decimalsOf(step: number | undefined): number {
  if (step === undefined || step <= 0) return 2
  return Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)))
}

/** The platform's metric where key, kind and unit agree, at most narrowed; else one of its own, under a name that is free. */
function ofPlatform(wanted: Metric): { metric: Metric; own: boolean } {
  const common = metricOf(wanted.key)
  if (!common) return { metric: wanted, own: true }
  if (common.kind !== wanted.kind || common.unit !== wanted.unit || common.kind === 'enum')
    return { metric: { ...wanted, key: `${wanted.key}_own` }, own: true }
  const { hardMin: low = -Infinity, hardMax: high = Infinity } = common
  const { hardMin = low, hardMax = high } = wanted
  const isNarrower = hardMin <= hardMax && (hardMin > low || hardMax < high) && hardMin <= high && hardMax >= low
  if (!isNarrower) return { metric: common, own: false }
  return { metric: { ...common, hardMin: Math.max(low, hardMin), hardMax: Math.min(high, hardMax) }, own: true }
}

const bare = (text: string) => text.replaceAll('_', '').toUpperCase()

/** Services that the platform has a command for, each with its request. */
function commandsIn(services: readonly Service[], provesOpening: boolean, leftOut: TslLeftOut) {
  const requests: Record<RpcCommand, RpcTemplate | null> = {
    OPEN: null,
    CLOSE: null,
    STOP: null,
    SET_OPENING: null,
    READ: null,
  }
  for (const { identifier, method = '', inputData = [] } of services) {
    if (OF_PROPERTIES.test(method)) continue
    const item = `services.${identifier}`
    const code = RPC_COMMANDS.find((one) => bare(one) === bare(identifier) && requests[one] === null)
    const params = code && requestOf(code, inputData)
    if (!code) leftOut.push({ item, reason: 'no-command' })
    else if (!params) leftOut.push({ item, reason: 'parameters' })
    else requests[code] = { method: identifier, params }
  }
  const commands = TB_VALVE_COMMANDS.filter(({ code }) => requests[code as RpcCommand]).map(
    (command): ModelCommand => (provesOpening ? command : { ...command, target: null }),
  )
  return { commands, map: { fullScale: 100 as const, commands: requests } }
}

/** The parameters of a request; undefined where a service wants others than its command has. */
function requestOf(code: RpcCommand, inputData: NonNullable<Service['inputData']>): string | undefined {
  const [only] = inputData
  if (code !== 'SET_OPENING') return inputData.length === 0 ? '{}' : undefined
  if (inputData.length !== 1 || typeof only !== 'object') return undefined
  const isNumber = ['int', 'float', 'double'].includes(only.dataType.type)
  return isNumber ? `{${JSON.stringify(only.identifier)}:{{opening}}}` : undefined
}
