import type { ProductModel } from './product-model.ts'
import { rulesOf } from './uplink/uplinks.ts'

/** The parts of a model in the order people read them. */
export const MODEL_PARTS = [
  'facts',
  'points',
  'metrics',
  'parameters',
  'events',
  'uplink',
  'commands',
  'downlinks',
] as const
export type ModelPart = (typeof MODEL_PARTS)[number]

/** One difference between two versions of a model; `name` is the item's within its part. */
export interface ModelChange {
  part: ModelPart
  name: string
  /** Undefined: it was not there before, or is not there any more. */
  before?: unknown
  after?: unknown
}

type Items = ReadonlyMap<string, unknown>

/** What differs between two models, item by item: metrics and rules by what they are about, not by their place. */
export function modelChanges(before: ProductModel, after: ProductModel): ModelChange[] {
  return MODEL_PARTS.flatMap((part) => differences(part, itemsOf(before)[part], itemsOf(after)[part]))
}

function differences(part: ModelPart, before: Items, after: Items): ModelChange[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    if (canonicalJson(was) === canonicalJson(is)) return []
    return [{ part, name, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }]
  })
}

function itemsOf(model: ProductModel): Record<ModelPart, Items> {
  const { points, metrics, parameters, events, uplink, commands, downlinks, ...facts } = model
  return {
    facts: new Map(Object.entries(facts)),
    points: new Map(points.map((key) => [key, key])),
    metrics: new Map((metrics ?? []).map((metric) => [metric.key, metric])),
    parameters: new Map((parameters ?? []).map((parameter) => [parameter.key, parameter])),
    events: new Map((events ?? []).map((event) => [event.fault, event])),
    uplink: new Map(uplink === null ? [] : rulesOf(uplink).items(uplink)),
    commands: new Map(commands.map((command) => [command.code, command])),
    downlinks: downlinkItems(downlinks),
  }
}

function downlinkItems(downlinks: ProductModel['downlinks']): Items {
  if (downlinks === null) return new Map()
  if (downlinks.protocol === 'SL651') return new Map(downlinks.requests.map((request) => [request.code, request]))
  const { map, requests = [] } = downlinks
  return new Map<string, unknown>([
    ['fullScale', map.fullScale],
    ...Object.entries(map.commands),
    ...requests.map((request) => [request.code, request] as const),
  ])
}

/** JSON with the keys of every object in order: equal values have equal texts. Undefined is the empty text. */
export function canonicalJson(value: unknown): string {
  if (value === undefined) return ''
  return JSON.stringify(value, (_key, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  )
}
