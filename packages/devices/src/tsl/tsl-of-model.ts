import {
  emptyModel,
  type Metric,
  type ProductModel,
  type Tsl,
  type TslDataType,
  type TslLeftOut,
} from '@sluice/contract'
import { metricsOf } from '../metric.ts'
import { metricOfProperty, type Property } from './metric-of-property.ts'
import { serviceOfCommand } from './service-of-command.ts'
import { FLAG_TYPE, numberType } from './tsl-specs.ts'

const SCHEMA = 'https://iotx-tsl.oss-ap-southeast-1.aliyuncs.com/schema.json'

/** A product as a thing model of Alibaba's, and what that cannot hold. */
export function tslOfModel(model: ProductModel): { tsl: Tsl; leftOut: TslLeftOut } {
  const find = metricsOf(model.metrics)
  const known = model.points.flatMap((key) => find(key) ?? [])
  const written = known.map((metric) => ({ metric, property: propertyOf(model, metric) }))
  const properties = written.map(({ property }) => property)
  const commands = model.commands.map((command) => serviceOfCommand(model, command))
  const services = commands.map(({ service }) => service)
  const tsl: Tsl = { schema: SCHEMA, profile: { productKey: model.productNo }, properties, services, events: [] }
  const leftOut = [
    ...written.flatMap(({ metric, property }) => lossesOf(metric, property)),
    ...mappingLoss(model),
    ...commands.flatMap((command) => command.leftOut),
    ...factLosses(model),
  ]
  return { tsl, leftOut }
}

function propertyOf(model: ProductModel, metric: Metric): Property {
  return {
    identifier: identifierOf(model, metric.key),
    name: metric.name?.[0] ?? metric.key,
    ...(metric.name ? { desc: metric.name[1] } : {}),
    accessMode: 'r',
    required: false,
    dataType: dataTypeOf(metric),
  }
}

function lossesOf({ key, kind, counterMax, warn, serious, was }: Metric, property: Property): TslLeftOut {
  const item = `metrics.${key}`
  const losses: TslLeftOut = []
  if (metricOfProperty(property)?.metric.key !== key) losses.push({ item, reason: 'code' })
  if (kind === 'enum') losses.push({ item, reason: 'value-names' })
  if (counterMax !== undefined) losses.push({ item, reason: 'counter' })
  if (warn ?? serious) losses.push({ item, reason: 'alarm-limits' })
  if (was) losses.push({ item, reason: 'no-place' })
  return losses
}

/** How the bytes of another protocol become values has no place there, nor has a conversion. */
function mappingLoss({ uplink }: ProductModel): TslLeftOut {
  if (uplink === null) return []
  if (uplink.protocol !== 'TB_MQTT') return [{ item: 'uplink', reason: 'mapping' }]
  return uplink.keys.flatMap(({ from, factor }) =>
    factor === undefined ? [] : [{ item: `uplink.${from}`, reason: 'mapping' as const }],
  )
}

/** What a product is besides its metrics and commands, where that is not what one made from a thing model begins with. */
function factLosses(model: ProductModel): TslLeftOut {
  const { productNo, name, englishName, deviceTypeCode } = model
  const begins = emptyModel({ productNo, name, englishName, deviceTypeCode, nodeKind: 'DIRECT', protocol: 'TB_MQTT' })
  const facts = ['reportIntervalS', 'keepsOnline', 'carrier', 'strokeS'] as const
  const items = [
    ...(model.nodeKind === 'DIRECT' ? [] : ['nodeKind']),
    ...facts.filter((fact) => model[fact] !== undefined && model[fact] !== begins[fact]),
    ...(model.parameters ?? []).map(({ key }) => `parameters.${key}`),
    ...(model.events ?? []).map(({ fault }) => `events.${fault}`),
  ]
  return items.map((item) => ({ item, reason: 'no-place' }))
}

/** The name in its reports, where there is exactly one and it needs no conversion. */
function identifierOf({ uplink }: ProductModel, key: string): string {
  if (uplink?.protocol !== 'TB_MQTT') return key
  const [only, another] = uplink.keys.filter((rule) => rule.key === key)
  return only && !another && only.factor === undefined ? only.from : key
}

function dataTypeOf({ kind, unit, decimals, hardMin: min, hardMax: max }: Metric): TslDataType {
  switch (kind) {
    case 'boolean':
      return FLAG_TYPE
    case 'integer':
      return numberType(null, { min, max, unit })
    case 'number':
      return numberType(decimals, { min, max, unit })
    default:
      return { type: 'text', specs: { length: '255' } }
  }
}
