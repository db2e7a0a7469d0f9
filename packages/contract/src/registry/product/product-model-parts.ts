import { type CommandMap, DEFAULT_COMMAND_MAP } from './product-command-map.ts'
import type { Metric, ProductModel, TbDownlinks } from './product-model.ts'

type Facts = Pick<ProductModel, 'productNo' | 'name' | 'englishName' | 'deviceTypeCode' | 'nodeKind' | 'protocol'>

/** What a product begins with when it is made from nothing: a valid model that reads and sends nothing yet. */
export function emptyModel(facts: Facts): ProductModel {
  return {
    ...facts,
    keepsOnline: true,
    reportIntervalS: 300,
    points: [],
    uplink: emptyUplink(facts),
    commands: [],
    downlinks: null,
  }
}

function emptyUplink({ protocol, nodeKind }: Facts): ProductModel['uplink'] {
  if (protocol === 'TB_MQTT') return { protocol, keys: [] }
  if (protocol !== 'SL651' || nodeKind === 'SLAVE') return null
  return { protocol, elements: [], statusBits: [], switches: [], gates: null }
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
  const was = [from, ...(metric.was ?? []).filter((former) => former !== key && former !== from)]
  const metrics = (model.metrics ?? []).map((one) => (one.key === from ? { ...metric, was: was.slice(0, 10) } : one))
  const points = model.points.map((point) => (point === from ? key : point))
  return { ...model, points, metrics, uplink: uplinkRenamed(model.uplink, from, key) }
}

function uplinkRenamed(uplink: ProductModel['uplink'], from: string, key: string): ProductModel['uplink'] {
  const renamed = <Rule extends { key: string }>(rule: Rule) => (rule.key === from ? { ...rule, key } : rule)
  if (uplink === null) return null
  if (uplink.protocol === 'TB_MQTT') {
    const isNamed = uplink.keys.some((rule) => rule.key === from || rule.from === from)
    return { ...uplink, keys: [...uplink.keys.map(renamed), ...(isNamed ? [] : [{ from, key }])] }
  }
  const { elements, statusBits, switches, gates } = uplink
  return {
    ...uplink,
    elements: elements.map(renamed),
    statusBits: statusBits.map((rule) => ('key' in rule ? renamed(rule) : rule)),
    switches: switches.map(renamed),
    gates: gates && renamed(gates),
  }
}

/** The model without a metric, and without the rules that named it. */
export function withoutMetric(model: ProductModel, key: string): ProductModel {
  const others = (model.metrics ?? []).filter((metric) => metric.key !== key)
  const points = model.points.filter((point) => point !== key)
  return withMetrics({ ...model, points, uplink: uplinkWithout(model.uplink, key) }, others)
}

function withMetrics({ metrics: _before, ...model }: ProductModel, metrics: readonly Metric[]): ProductModel {
  return metrics.length > 0 ? { ...model, metrics } : model
}

function uplinkWithout(uplink: ProductModel['uplink'], key: string): ProductModel['uplink'] {
  const stays = (rule: { key: string }) => rule.key !== key
  if (uplink === null) return null
  if (uplink.protocol === 'TB_MQTT') return { ...uplink, keys: uplink.keys.filter(stays) }
  const { elements, statusBits, switches, gates } = uplink
  return {
    ...uplink,
    elements: elements.filter(stays),
    statusBits: statusBits.filter((rule) => !('key' in rule) || stays(rule)),
    switches: switches.filter(stays),
    gates: gates?.key === key ? null : gates,
  }
}

/** The metrics that some rule of the model fills. */
export function mappedKeys({ uplink, points }: ProductModel): ReadonlySet<string> {
  if (uplink === null) return new Set()
  // A key that is the metric's own needs no rule: rules rename and convert.
  if (uplink.protocol === 'TB_MQTT') return new Set([...points, ...uplink.keys.map(({ key }) => key)])
  const { elements, statusBits, switches, gates } = uplink
  return new Set([
    ...elements.map(({ key }) => key),
    ...statusBits.flatMap((rule) => ('key' in rule ? [rule.key] : [])),
    ...switches.map(({ key }) => key),
    ...(gates ? [gates.key] : []),
  ])
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
