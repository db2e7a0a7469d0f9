import type { FieldReason } from '../../machine/field-reasons.ts'
import { parameterProblems } from './model-parameter.ts'
import { commandMapProblems } from './product-command-map.ts'
import { keySource } from './product-key-path.ts'
import { rpcRequestProblem } from './product-rpc-request.ts'
import type { Metric, ModelCommand, ProductModel } from './product-model.ts'

/** Why a model cannot be published: path of the field -> reason. */
export type ModelProblems = Record<string, FieldReason>

type Problem = readonly [path: string, reason: FieldReason]

/**
 * Why a model cannot be published yet; empty for one that can. `metricOf` gives the platform's metric of a key. What a
 * draft may hold says `productModelSchema`; this says what a device needs besides.
 */
export function modelProblems(model: ProductModel, metricOf: (key: string) => Metric | undefined): ModelProblems {
  const own = new Map((model.metrics ?? []).map((metric) => [metric.key, metric]))
  const metricIn = (key: string) => own.get(key) ?? metricOf(key)
  const isKnown = (key: string) => metricIn(key) !== undefined
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
    ...formerKeyProblems(model),
    ...model.points.flatMap((key, n) => (isKnown(key) ? [] : [[`points.${n}`, 'unknown-metric'] as const])),
    ...parameterProblems(model.parameters ?? []),
    ...((model.silentAfterS ?? Infinity) < model.reportIntervalS ? [['silentAfterS', 'too-small'] as const] : []),
    ...uplinkProblems(model, isKnown),
    ...commandProblems(model, metricIn),
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

/** A key names one quantity at a time: a former one is neither reported now nor the former key of another. */
function formerKeyProblems({ points, metrics = [] }: ProductModel): Problem[] {
  const taken = new Set([...points, ...metrics.map(({ key }) => key)])
  return metrics.flatMap(({ was = [] }, n) =>
    was.flatMap((former): Problem[] => {
      if (taken.has(former)) return [[`metrics.${n}.was`, 'taken']]
      taken.add(former)
      return []
    }),
  )
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
    const { keys, script } = uplink
    return [
      // Its gateway publishes for it.
      ...(script !== undefined && nodeKind === 'SLAVE' ? [['uplink.script', 'not-for-slave'] as const] : []),
      ...unknown('keys', keysOf(keys)),
      ...keys.flatMap(({ from }, n): Problem[] => (keySource(from) ? [] : [[`uplink.keys.${n}.from`, 'wrong-path']])),
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

function commandProblems({ commands }: ProductModel, metricOf: (key: string) => Metric | undefined): Problem[] {
  return [
    ...repeated(
      commands,
      ({ code }) => code,
      (n) => `commands.${n}.code`,
    ),
    ...commands.flatMap((command, n): Problem[] => {
      const reason = targetProblem(command, metricOf)
      return [
        ...boundProblems(command, `commands.${n}.params`),
        ...(reason ? [[`commands.${n}.target`, reason] as const] : []),
      ]
    }),
  ]
}

function boundProblems({ params }: ModelCommand, path: string): Problem[] {
  return Object.entries(params).flatMap(([name, field]): Problem[] => {
    if (field.kind !== 'integer' && field.kind !== 'decimal') return []
    const { min = -Infinity, max = Infinity } = field
    return min > max ? [[`${path}.${name}.max`, 'too-small']] : []
  })
}

/** What a report can hold of a parameter of each kind. */
const REPORTED_AS = {
  integer: ['number', 'integer'],
  decimal: ['number', 'integer'],
  boolean: ['boolean'],
  enum: ['enum', 'text'],
  text: ['enum', 'text'],
} as const satisfies Record<ModelCommand['params'][string]['kind'], readonly Metric['kind'][]>

/** Why no report could ever prove a command; null when one can, and when its answer ends it. */
function targetProblem(
  { target, params }: ModelCommand,
  metricOf: (key: string) => Metric | undefined,
): FieldReason | null {
  if (target === null || target === 'REST' || 'opening' in target) return null
  if ('openingParam' in target) return params[target.openingParam] ? null : 'unknown-parameter'
  const metric = metricOf(target.metric)
  if (!metric) return 'unknown-metric'
  if ('param' in target) {
    const field = params[target.param]
    if (!field) return 'unknown-parameter'
    return REPORTED_AS[field.kind].some((kind) => kind === metric.kind) ? null : 'type'
  }
  const { equals } = target
  if (metric.values) return metric.values.some((value) => value === equals) ? null : 'not-an-option'
  const kind = metric.kind === 'boolean' ? 'boolean' : metric.kind === 'text' ? 'string' : 'number'
  return typeof equals === kind ? null : 'type'
}

/** A command that no request stands for could be asked for and never sent. */
function downlinkProblems({ downlinks, commands, protocol }: ProductModel): Problem[] {
  if (downlinks === null) return commands.length === 0 ? [] : [['downlinks', 'required']]
  if (downlinks.protocol !== protocol) return [['downlinks', 'wrong-protocol']]
  if (downlinks.protocol === 'TB_MQTT') {
    const ofMap = Object.entries(commandMapProblems(downlinks.map))
    const { requests = [] } = downlinks
    const understood = new Set([...Object.keys(downlinks.map.commands), ...requests.map(({ code }) => code)])
    const byCode = new Map(commands.map((command) => [command.code, command]))
    return [
      ...ofMap.map(([path, reason]) => [`downlinks.map.${path}`, reason] as const),
      ...commands.flatMap(({ code }, n) => (understood.has(code) ? [] : [[`commands.${n}.code`, 'not-sent'] as const])),
      ...repeated(
        requests,
        ({ code }) => code,
        (n) => `downlinks.requests.${n}.code`,
      ),
      ...requests.flatMap((request, n) => {
        const reason = rpcRequestProblem(request, byCode.get(request.code)?.params ?? {})
        return reason ? [[`downlinks.requests.${n}.params`, reason] as const] : []
      }),
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
