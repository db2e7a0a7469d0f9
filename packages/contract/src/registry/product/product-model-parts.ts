import { type CommandMap, DEFAULT_COMMAND_MAP } from './product-command-map.ts'
import type { ModelEvent } from './model-event.ts'
import type { Metric } from './model-metric.ts'
import type { ProductModel, TbDownlinks } from './product-model.ts'
import { underKey } from './uplink/uplink-rules.ts'
import { emptyUplink, rulesOf } from './uplink/uplinks.ts'

type Facts = Pick<ProductModel, 'productNo' | 'name' | 'englishName' | 'deviceTypeCode' | 'nodeKind' | 'protocol'>

/** What a product begins with when it is made from nothing: a valid model that reads and sends nothing yet. */
export function emptyModel(facts: Facts): ProductModel {
  return {
    ...facts,
    keepsOnline: true,
    reportIntervalS: 300,
    points: [],
    uplink: emptyUplink(facts.protocol, facts.nodeKind === 'SLAVE'),
    commands: [],
    downlinks: null,
  }
}

/** The map of requests that its commands follow; null where its protocol has none. */
export function commandMapOf({ downlinks }: ProductModel): CommandMap | null {
  return downlinks?.protocol === 'TB_MQTT' ? downlinks.map : null
}

/** The script that reads what its devices publish; undefined where it has none. */
export function payloadScriptOf({ uplink }: Pick<ProductModel, 'uplink'>): string | undefined {
  return uplink?.protocol === 'TB_MQTT' ? uplink.script : undefined
}

/** The same map as every product without one of its own. */
export function isDefaultMap(map: CommandMap): boolean {
  const codes = Object.keys(DEFAULT_COMMAND_MAP.commands) as (keyof CommandMap['commands'])[]
  return (
    map.fullScale === DEFAULT_COMMAND_MAP.fullScale &&
    codes.every((code) => {
      const [own, usual] = [map.commands[code], DEFAULT_COMMAND_MAP.commands[code]]
      return own?.method === usual.method && own.params === usual.params
    })
  )
}

/** The model with another map; null: the default. Undefined where its commands follow none. */
export function withCommandMap(model: ProductModel, map: CommandMap | null): ProductModel | undefined {
  if (model.downlinks?.protocol !== 'TB_MQTT') return undefined
  return { ...model, downlinks: { ...model.downlinks, map: map ?? DEFAULT_COMMAND_MAP } }
}

/** The model with a metric: its own one replaced, or added to what it reports. One like the platform's is none of its own. */
export function withMetric(model: ProductModel, metric: Metric, platform: Metric | undefined): ProductModel {
  const others = (model.metrics ?? []).filter(({ key }) => key !== metric.key)
  const isOwn = JSON.stringify(metric) !== JSON.stringify(platform)
  const points = model.points.includes(metric.key) ? model.points : [...model.points, metric.key]
  return withMetrics({ ...model, points }, isOwn ? [...others, metric] : others)
}

/**
 * The model in which a metric of its own has another key: at its place, with the rules that named it. It keeps its history
 * by the keys it had; what a device calls it stays.
 */
export function withRenamedMetric(model: ProductModel, from: string, metric: Metric): ProductModel {
  const { key } = metric
  const { uplink } = model
  const was = [from, ...(metric.was ?? []).filter((former) => former !== key && former !== from)]
  const metrics = (model.metrics ?? []).map((one) => (one.key === from ? { ...metric, was: was.slice(0, 10) } : one))
  const points = model.points.map((point) => (point === from ? key : point))
  const renamed = { ...model, points, metrics, uplink: uplink && rulesOf(uplink).renamed(uplink, from, key) }
  return withEvents(renamed, (model.events ?? []).map(underKey(from, key)))
}

/** The model without a metric, and without the rules that named it. */
export function withoutMetric(model: ProductModel, key: string): ProductModel {
  const others = (model.metrics ?? []).filter((metric) => metric.key !== key)
  const points = model.points.filter((point) => point !== key)
  const { uplink } = model
  const less = { ...model, points, uplink: uplink && rulesOf(uplink).without(uplink, key) }
  return withEvents(
    withMetrics(less, others),
    (model.events ?? []).filter((event) => event.key !== key),
  )
}

function withMetrics({ metrics: _before, ...model }: ProductModel, metrics: readonly Metric[]): ProductModel {
  return metrics.length > 0 ? { ...model, metrics } : model
}

/** The model with these events; without any it has no list of them. */
export function withEvents({ events: _before, ...model }: ProductModel, events: readonly ModelEvent[]): ProductModel {
  return events.length > 0 ? { ...model, events } : model
}

/** The metrics that some rule of the model fills. */
export function mappedKeys({ uplink, points }: ProductModel): ReadonlySet<string> {
  return new Set(uplink === null ? [] : rulesOf(uplink).keys(uplink, points))
}

/** The model with a request for a command that has none: the usual one of its protocol. */
export function withRequest(model: ProductModel, code: string): ProductModel {
  const { downlinks, protocol } = model
  if (protocol === 'TB_MQTT') {
    const mapped: TbDownlinks = downlinks?.protocol === 'TB_MQTT' ? downlinks : { protocol, map: DEFAULT_COMMAND_MAP }
    return { ...model, downlinks: withRpc(mapped, code) }
  }
  if (protocol !== 'SL651') return model
  const requests = downlinks?.protocol === 'SL651' ? downlinks.requests : []
  if (requests.some((request) => request.code === code)) return model
  return { ...model, downlinks: { protocol, requests: [...requests, { code, func: '37' }] } }
}

/** A command of its own is sent as a method of its name until its product says otherwise. */
function withRpc(downlinks: TbDownlinks, code: string): TbDownlinks {
  const { map, requests = [] } = downlinks
  if (code in map.commands || requests.some((request) => request.code === code)) return downlinks
  const method = code.toLowerCase().replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
  return { ...downlinks, requests: [...requests, { code, method, params: '{}' }] }
}

/** The model without a command, and without its request. */
export function withoutCommand(model: ProductModel, code: string): ProductModel {
  const commands = model.commands.filter((command) => command.code !== code)
  const { downlinks } = model
  if (commands.length === 0) return { ...model, commands, downlinks: null }
  if (downlinks?.protocol === 'TB_MQTT') {
    const { requests: before = [], ...mapped } = downlinks
    const left = before.filter((request) => request.code !== code)
    return { ...model, commands, downlinks: left.length > 0 ? { ...mapped, requests: left } : mapped }
  }
  if (downlinks === null) return { ...model, commands }
  const requests = downlinks.requests.filter((request) => request.code !== code)
  return { ...model, commands, downlinks: { ...downlinks, requests } }
}
