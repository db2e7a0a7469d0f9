import type { Metric, ModelCommand, ProductModel, RpcCommand, Tsl, TslLeftOut } from '@sluice/contract'
import { metricsOf } from '../metric.ts'

type DataType = Tsl['properties'][number]['dataType']

const SCHEMA = 'https://iotx-tsl.oss-ap-southeast-1.aliyuncs.com/schema.json'

/** A product as a thing model of Alibaba's, and what that cannot hold. */
export function tslOfModel(model: ProductModel): { tsl: Tsl; leftOut: TslLeftOut } {
  const find = metricsOf(model.metrics)
  const known = model.points.flatMap((key) => find(key) ?? [])
  const properties = known.map((metric) => ({
    identifier: identifierOf(model, metric.key),
    name: metric.name?.[0] ?? metric.key,
    accessMode: 'r',
    required: false,
    dataType: dataTypeOf(metric),
  }))
  const services = model.commands.map((command) => ({
    identifier: serviceOf(model, command.code),
    name: command.code,
    inputData: inputOf(model, command),
  }))
  const tsl: Tsl = { schema: SCHEMA, profile: { productKey: model.productNo }, properties, services, events: [] }
  return { tsl, leftOut: [...known.flatMap((metric) => lossesOf(metric)), ...mappingLoss(model)] }
}

function lossesOf({ key, kind, counterMax, warn, serious }: Metric): TslLeftOut {
  const item = `metrics.${key}`
  const losses: TslLeftOut = []
  if (kind === 'enum') losses.push({ item, reason: 'value-names' })
  if (counterMax !== undefined) losses.push({ item, reason: 'counter' })
  if (warn ?? serious) losses.push({ item, reason: 'alarm-limits' })
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

/** The name in its reports, where there is exactly one and it needs no conversion. */
function identifierOf({ uplink }: ProductModel, key: string): string {
  if (uplink?.protocol !== 'TB_MQTT') return key
  const [only, another] = uplink.keys.filter((rule) => rule.key === key)
  return only && !another && only.factor === undefined ? only.from : key
}

function dataTypeOf({ kind, unit, decimals, hardMin, hardMax }: Metric): DataType {
  const range = {
    ...(hardMin === undefined ? {} : { min: String(hardMin) }),
    ...(hardMax === undefined ? {} : { max: String(hardMax) }),
    ...(unit === '' ? {} : { unit, unitName: unit }),
  }
  switch (kind) {
    case 'boolean':
      return { type: 'bool', specs: { 0: '否', 1: '是' } }
    case 'integer':
      return { type: 'int', specs: { ...range, step: '1' } }
    case 'number':
      return { type: 'double', specs: { ...range, step: (10 ** -decimals).toFixed(decimals) } }
    default:
      return { type: 'text', specs: { length: '255' } }
  }
}

const camel = (code: string) =>
  code.toLowerCase().replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** The method of its request where that names the command; requests that share a method need names of their own. */
function serviceOf({ downlinks }: ProductModel, code: string): string {
  const name = camel(code)
  const method = downlinks?.protocol === 'TB_MQTT' ? downlinks.map.commands[code as RpcCommand]?.method : undefined
  return method?.replaceAll('_', '').toLowerCase() === name.toLowerCase() ? method : name
}

type Input = NonNullable<NonNullable<Tsl['services']>[number]['inputData']>

function inputOf({ downlinks }: ProductModel, { code, params }: ModelCommand): Input {
  const template = downlinks?.protocol === 'TB_MQTT' ? downlinks.map.commands[code as RpcCommand] : null
  const sentAs = template && /^\{"([A-Za-z0-9_]+)":"?\{\{opening\}\}"?\}$/.exec(template.params)?.[1]
  return Object.entries(params).map(([name, parameter]) => {
    const identifier = name === 'opening' && sentAs ? sentAs : name
    return { identifier, name: parameter.label?.[0] ?? name, dataType: parameterType(parameter) }
  })
}

function parameterType(parameter: ModelCommand['params'][string]): DataType {
  switch (parameter.kind) {
    case 'boolean':
      return { type: 'bool', specs: { 0: '否', 1: '是' } }
    case 'enum':
      return { type: 'text', specs: { length: String(Math.max(...parameter.values.map(({ length }) => length))) } }
    case 'text':
      return { type: 'text', specs: { length: String(parameter.max ?? 200) } }
    default: {
      const { min, max, unit } = parameter
      const range = {
        ...(min === undefined ? {} : { min: String(min) }),
        ...(max === undefined ? {} : { max: String(max) }),
      }
      const type = parameter.kind === 'integer' ? 'int' : 'double'
      return { type, specs: { ...range, ...(unit === undefined ? {} : { unit }) } }
    }
  }
}
