import type { Metric, ProductModel } from '@sluice/contract'

/** A model that is being changed, with the way back and forth. */
export interface ModelDraft {
  readonly past: readonly ProductModel[]
  readonly now: ProductModel
  readonly future: readonly ProductModel[]
}

/** Steps back that are kept. */
const STEPS = 200

export function begunWith(now: ProductModel): ModelDraft {
  return { past: [], now, future: [] }
}

/** A change that changes nothing is no step. */
export function changedTo({ past, now, future }: ModelDraft, next: ProductModel): ModelDraft {
  if (JSON.stringify(next) === JSON.stringify(now)) return { past, now, future }
  return { past: [...past, now].slice(-STEPS), now: next, future: [] }
}

export function undone({ past, now, future }: ModelDraft): ModelDraft {
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), now: before, future: [now, ...future] } : { past, now, future }
}

export function redone({ past, now, future }: ModelDraft): ModelDraft {
  const [after, ...rest] = future
  return after ? { past: [...past, now], now: after, future: rest } : { past, now, future }
}

/** The model with a metric: its own one replaced, or added to what it reports. */
export function withMetric(model: ProductModel, metric: Metric, platform: Metric | undefined): ProductModel {
  const others = (model.metrics ?? []).filter(({ key }) => key !== metric.key)
  const isOwn = JSON.stringify(metric) !== JSON.stringify(platform)
  const metrics = isOwn ? [...others, metric] : others
  const points = model.points.includes(metric.key) ? model.points : [...model.points, metric.key]
  const { metrics: _before, ...rest } = model
  return { ...rest, points, ...(metrics.length > 0 ? { metrics } : {}) }
}

/** The model without a metric, and without the rules that named it. */
export function withoutMetric(model: ProductModel, key: string): ProductModel {
  const metrics = (model.metrics ?? []).filter((metric) => metric.key !== key)
  const { metrics: _before, ...rest } = model
  return {
    ...rest,
    points: model.points.filter((point) => point !== key),
    uplink: uplinkWithout(model.uplink, key),
    ...(metrics.length > 0 ? { metrics } : {}),
  }
}

function uplinkWithout(uplink: ProductModel['uplink'], key: string): ProductModel['uplink'] {
  const stays = (rule: { key: string }) => rule.key !== key
  if (uplink?.protocol === 'TB_MQTT') return { ...uplink, keys: uplink.keys.filter(stays) }
  if (uplink?.protocol !== 'SL651') return uplink
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
export function mappedKeys({ uplink }: ProductModel): ReadonlySet<string> {
  if (uplink === null) return new Set()
  if (uplink.protocol === 'TB_MQTT') return new Set(uplink.keys.map(({ key }) => key))
  const { elements, statusBits, switches, gates } = uplink
  return new Set([
    ...elements.map(({ key }) => key),
    ...statusBits.flatMap((rule) => ('key' in rule ? [rule.key] : [])),
    ...switches.map(({ key }) => key),
    ...(gates ? [gates.key] : []),
  ])
}

/** A list with one item replaced; with `null` it is taken out, past the end it is added. */
export function replaced<T>(list: readonly T[], at: number, item: T | null): T[] {
  if (item === null) return list.filter((_one, n) => n !== at)
  return at >= list.length ? [...list, item] : list.map((one, n) => (n === at ? item : one))
}
