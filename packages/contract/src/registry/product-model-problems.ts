import type { FieldReason } from '../machine/field-reasons.ts'
import { commandMapProblems } from './product-command-map.ts'
import type { Metric, ProductModel } from './product-model.ts'

/** Why a model cannot be published: path of the field -> reason. */
export type ModelProblems = Record<string, FieldReason>

type Problem = readonly [path: string, reason: FieldReason]

/**
 * Why a model cannot be published yet; empty for one that can. `metricOf` gives the platform's metric of a key. What a
 * draft may hold says `productModelSchema`; this says what a device needs besides.
 */
export function modelProblems(model: ProductModel, metricOf: (key: string) => Metric | undefined): ModelProblems {
  const known = new Set((model.metrics ?? []).map(({ key }) => key))
  const isKnown = (key: string) => known.has(key) || metricOf(key) !== undefined
  return Object.fromEntries([
    ...(model.metrics ?? []).flatMap((metric, n) => metricProblems(metric, metricOf(metric.key), `metrics.${n}`)),
    ...repeated(
      model.metrics ?? [],
      ({ key }) => key,
      (n) => `metrics.${n}.key`,
    ),
    ...repeated(
      model.points,
      (key) => key,
      (n) => `points.${n}`,
    ),
    ...model.points.flatMap((key, n) => (isKnown(key) ? [] : [[`points.${n}`, 'unknown-metric'] as const])),
    ...uplinkProblems(model, isKnown),
    ...commandProblems(model),
    ...downlinkProblems(model),
  ])
}

function repeated<T>(items: readonly T[], of: (item: T) => string, path: (n: number) => string): Problem[] {
  const seen = new Set<string>()
  return items.flatMap((item, n) => {
    const name = of(item)
    if (seen.has(name)) return [[path(n), 'taken'] as const]
    seen.add(name)
    return []
  })
}

/**
 * A metric of the platform keeps its kind, unit and words wherever it appears, so that devices can be compared and what is
 * stored stays true; a product may narrow its range. One of a product's own needs a name.
 */
function metricProblems(metric: Metric, common: Metric | undefined, path: string): Problem[] {
  const problems: Problem[] = []
  const { hardMin = -Infinity, hardMax = Infinity } = metric
  if (hardMin > hardMax) problems.push([`${path}.hardMax`, 'too-small'])
  if (metric.kind === 'enum' ? !metric.values : metric.values !== undefined)
    problems.push([`${path}.values`, metric.values ? 'unknown-field' : 'required'])
  if (metric.counterMax !== undefined && metric.kind !== 'number' && metric.kind !== 'integer')
    problems.push([`${path}.counterMax`, 'type'])
  if (!common) return metric.name ? problems : [...problems, [`${path}.name`, 'required']]
  if (metric.kind !== common.kind) problems.push([`${path}.kind`, 'fixed-by-platform'])
  if (metric.unit !== common.unit) problems.push([`${path}.unit`, 'fixed-by-platform'])
  if (String(metric.values) !== String(common.values)) problems.push([`${path}.values`, 'fixed-by-platform'])
  if ((metric.counterMax === undefined) !== (common.counterMax === undefined))
    problems.push([`${path}.counterMax`, 'fixed-by-platform'])
  if (hardMin < (common.hardMin ?? -Infinity)) problems.push([`${path}.hardMin`, 'too-small'])
  if (hardMax > (common.hardMax ?? Infinity)) problems.push([`${path}.hardMax`, 'too-big'])
  return problems
}

function uplinkProblems({ uplink, protocol, nodeKind }: ProductModel, isKnown: (key: string) => boolean): Problem[] {
  if (uplink === null) return nodeKind === 'SLAVE' ? [] : [['uplink', 'required']]
  if (uplink.protocol !== protocol) return [['uplink', 'wrong-protocol']]
  const unknown = (list: string, keys: readonly (string | null)[]): Problem[] =>
    keys.flatMap((key, n) =>
      key === null || isKnown(key) ? [] : [[`uplink.${list}.${n}.key`, 'unknown-metric'] as const],
    )
  const keysOf = (rules: readonly { key: string }[]) => rules.map(({ key }) => key)
  if (uplink.protocol === 'TB_MQTT') {
    const { keys } = uplink
    return [
      ...unknown('keys', keysOf(keys)),
      ...repeated(
        keys,
        ({ from }) => from,
        (n) => `uplink.keys.${n}.from`,
      ),
    ]
  }
  const { elements, statusBits, switches, gates } = uplink
  return [
    ...unknown('elements', keysOf(elements)),
    ...repeated(
      elements,
      ({ id }) => id,
      (n) => `uplink.elements.${n}.id`,
    ),
    ...unknown(
      'statusBits',
      statusBits.map((rule) => ('key' in rule ? rule.key : null)),
    ),
    ...unknown('switches', keysOf(switches)),
    ...(gates && !isKnown(gates.key) ? [['uplink.gates.key', 'unknown-metric'] as const] : []),
  ]
}

function commandProblems({ commands }: ProductModel): Problem[] {
  return [
    ...repeated(
      commands,
      ({ code }) => code,
      (n) => `commands.${n}.code`,
    ),
    ...commands.flatMap(({ target, params }, n) => {
      if (target === null || typeof target === 'string' || !('openingParam' in target)) return []
      return params[target.openingParam] ? [] : [[`commands.${n}.target`, 'unknown-parameter'] as const]
    }),
  ]
}

/** A command that no request stands for could be asked for and never sent. */
function downlinkProblems({ downlinks, commands, protocol }: ProductModel): Problem[] {
  if (downlinks === null) return commands.length === 0 ? [] : [['downlinks', 'required']]
  if (downlinks.protocol !== protocol) return [['downlinks', 'wrong-protocol']]
  if (downlinks.protocol === 'TB_MQTT') {
    const ofMap = Object.entries(commandMapProblems(downlinks.map))
    const understood: Readonly<Record<string, unknown>> = downlinks.map.commands
    return [
      ...ofMap.map(([path, reason]) => [`downlinks.map.${path}`, reason] as const),
      ...commands.flatMap(({ code }, n) => (code in understood ? [] : [[`commands.${n}.code`, 'not-sent'] as const])),
    ]
  }
  const { requests } = downlinks
  const sent = new Set(requests.map(({ code }) => code))
  return [
    ...repeated(
      requests,
      ({ code }) => code,
      (n) => `downlinks.requests.${n}.code`,
    ),
    ...commands.flatMap(({ code }, n) => (sent.has(code) ? [] : [[`commands.${n}.code`, 'not-sent'] as const])),
  ]
}
