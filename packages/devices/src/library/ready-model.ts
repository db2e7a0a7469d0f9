import type { ElementRule, Metric, ProductModel, RpcRequest } from '@sluice/contract'
import { READ } from '../command.ts'
import { metricOf } from '../metric.ts'
import { SL651_READ } from '../types/sl651.commands.ts'
import { SL651_MAPPING } from '../types/sl651.mapping.ts'
import { TB_DOWNLINKS, TB_MAPPING } from '../types/tb.mapping.ts'
import { OWN_METRICS } from './own-metrics.ts'

const own = new Map(OWN_METRICS.map((metric) => [metric.key, metric]))

/** The values that call for attention, and those that are serious, by metric. */
export type Limits = Readonly<Record<string, Pick<Metric, 'warn' | 'serious'>>>

type Facts = Pick<ProductModel, 'productNo' | 'name' | 'englishName' | 'deviceTypeCode'>
type Others = Partial<
  Pick<ProductModel, 'nodeKind' | 'keepsOnline' | 'reportIntervalS' | 'commands' | 'carrier' | 'strokeS'>
>

/** What a ready model says beside the rules of its protocol. */
export interface Ready extends Facts, Others {
  points: readonly string[]
  limits?: Limits
}

/** The definitions of its own metrics, and of those of the platform that it gives limits. */
function definitions(points: readonly string[], limits: Limits): Metric[] {
  return points.flatMap((key) => {
    const metric = own.get(key) ?? (limits[key] && metricOf(key))
    return metric ? [{ ...metric, ...limits[key] }] : []
  })
}

function described({ limits = {}, points, ...facts }: Ready) {
  const metrics = definitions(points, limits)
  return { nodeKind: 'DIRECT' as const, ...facts, points, ...(metrics.length > 0 ? { metrics } : {}) }
}

/** A station by the standard's elements, of those its points need; `elements` are those the platform does not read itself. */
export function sl651Ready(
  { elements = [], ...ready }: Ready & { elements?: readonly ElementRule[] },
  commanded: Pick<ProductModel, 'commands' | 'downlinks'> = SL651_READ,
): ProductModel {
  const { statusBits, switches, gates } = SL651_MAPPING
  const needs = (rule: object) => !('key' in rule) || ready.points.includes(rule.key as string)
  const named = new Set(elements.map(({ id }) => id))
  return {
    keepsOnline: false,
    reportIntervalS: 300,
    ...described(ready),
    protocol: 'SL651',
    uplink: {
      protocol: 'SL651',
      elements: [...SL651_MAPPING.elements.filter((rule) => needs(rule) && !named.has(rule.id)), ...elements],
      statusBits: statusBits.filter(needs),
      switches: switches.filter(needs),
      gates: gates && needs(gates) ? gates : null,
    },
    ...commanded,
  }
}

/** A device by ThingsBoard's device API; `keys` are names of its firmware that differ from the platform's. */
export function tbReady({
  keys = {},
  requests = [],
  ...ready
}: Ready & { keys?: Readonly<Record<string, string>>; requests?: readonly RpcRequest[] }): ProductModel {
  const commands = ready.commands ?? (ready.nodeKind === 'GATEWAY' ? [] : [READ])
  const renamed = Object.entries(keys).map(([from, key]) => ({ from, key }))
  const usual = TB_MAPPING.keys.filter(
    ({ from, key }) => ready.points.includes(key) && !ready.points.includes(from) && !(from in keys),
  )
  return {
    keepsOnline: true,
    reportIntervalS: 300,
    ...described(ready),
    protocol: 'TB_MQTT',
    uplink: { protocol: 'TB_MQTT', keys: [...usual, ...renamed] },
    commands,
    downlinks: commands.length > 0 ? { ...TB_DOWNLINKS, ...(requests.length > 0 ? { requests } : {}) } : null,
  }
}

/** Limits of a lithium cell of 3.6 V, of the signal, and of the mains (domain 3.3). */
export const CELL: Limits = { batteryV: { warn: { min: 3.31 }, serious: { min: 3.1 } } }
export const SIGNAL: Limits = { csq: { warn: { min: 10 }, serious: { min: 6 } } }
const PHASE = { warn: { min: 198, max: 242 } } as const
export const MAINS: Limits = { voltageA: PHASE, voltageB: PHASE, voltageC: PHASE }
/** A supply of 12 V that the sun charges. */
export const SOLAR: Limits = { batteryV: { warn: { min: 11.04 }, serious: { min: 10.32 } } }
