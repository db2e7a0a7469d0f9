import type { FieldReason } from '../../machine/field-reasons.ts'
import { eventProblems, unreportable } from './model-event.ts'
import { parameterProblems } from './model-parameter.ts'
import { type ModelProblem, repeated } from './model-problem.ts'
import { commandMapProblems } from './product-command-map.ts'
import { rpcRequestProblem } from './product-rpc-request.ts'
import type { Metric } from './model-metric.ts'
import type { ModelCommand, ProductModel } from './product-model.ts'
import type { RaisedFault } from './uplink/uplink-rules.ts'
import { rulesOf } from './uplink/uplinks.ts'

/** Why a model cannot be published: path of the field -> reason. */
export type ModelProblems = Record<string, FieldReason>

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
    ...eventProblems(model.events ?? [], {
      metricOf: metricIn,
      taken: ofRules(model).map(({ code }) => code),
      isSlave: model.nodeKind === 'SLAVE',
    }),
    ...commandProblems(model, metricIn),
    ...downlinkProblems(model),
  ])
}

/**
 * A metric of the platform keeps its kind, unit and words wherever it appears, so that devices can be compared and what is
 * stored stays true; a product may narrow its range. One of a product's own needs a name.
 */
function metricProblems(metric: Metric, common: Metric | undefined, path: string): ModelProblem[] {
  const problems: ModelProblem[] = []
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
function formerKeyProblems({ points, metrics = [] }: ProductModel): ModelProblem[] {
  const taken = new Set([...points, ...metrics.map(({ key }) => key)])
  return metrics.flatMap(({ was = [] }, n) =>
    was.flatMap((former): ModelProblem[] => {
      if (taken.has(former)) return [[`metrics.${n}.was`, 'taken']]
      taken.add(former)
      return []
    }),
  )
}

/** The faults that the rules of its protocol raise. */
const ofRules = ({ uplink }: ProductModel): RaisedFault[] => (uplink ? rulesOf(uplink).faults(uplink) : [])

/** Every fault that its devices can raise, and where the model names it. */
export function raisedFaults(model: ProductModel): RaisedFault[] {
  return [...ofRules(model), ...(model.events ?? []).map(({ fault: code }, n) => ({ code, path: `events.${n}.fault` }))]
}

function uplinkProblems(
  { uplink, protocol, nodeKind }: ProductModel,
  isKnown: (key: string) => boolean,
): ModelProblem[] {
  const isSlave = nodeKind === 'SLAVE'
  if (uplink === null) return isSlave ? [] : [['uplink', 'required']]
  if (uplink.protocol !== protocol) return [['uplink', 'wrong-protocol']]
  return rulesOf(uplink).problems(uplink, { isSlave, isKnown })
}

function commandProblems({ commands }: ProductModel, metricOf: (key: string) => Metric | undefined): ModelProblem[] {
  return [
    ...repeated(
      commands,
      ({ code }) => code,
      (n) => `commands.${n}.code`,
    ),
    ...commands.flatMap((command, n): ModelProblem[] => {
      const reason = targetProblem(command, metricOf)
      return [
        ...boundProblems(command, `commands.${n}.params`),
        ...(reason ? [[`commands.${n}.target`, reason] as const] : []),
      ]
    }),
  ]
}

function boundProblems({ params }: ModelCommand, path: string): ModelProblem[] {
  return Object.entries(params).flatMap(([name, field]): ModelProblem[] => {
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
  return unreportable(metric, target.equals)
}

/** A command that no request stands for could be asked for and never sent. */
function downlinkProblems({ downlinks, commands, protocol }: ProductModel): ModelProblem[] {
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
