import { type ModelEvent, payloadScriptOf, type ProductModel, rulesOf, type Uplink } from '@sluice/contract'
import { encodeTb } from '../command.ts'
import type { DeviceType } from '../device-type.ts'
import { type MetricLookup, metricsOf } from '../metric.ts'
import { withEvents } from './model-events.ts'
import { modbusReader } from './modbus.uplink.ts'
import { encodeSl651 } from './sl651.downlinks.ts'
import { sl651Reader } from './sl651.uplink.ts'
import { tbReader, tbValues } from './tb.uplink.ts'

/** The model as the pipeline uses it: its mappings made into functions, once. */
export function typeOfModel({ uplink, downlinks, metrics, events = [], ...described }: ProductModel): DeviceType {
  const metricOf = metricsOf(metrics)
  const script = payloadScriptOf({ uplink })
  const { nodeKind, commands } = described
  return {
    ...described,
    metricOf,
    perPulseOf: perPulseIn(uplink),
    ...readingOf({ uplink, nodeKind, events }, metricOf),
    ...(script !== undefined && { script }),
    ...encodingOf(downlinks, commands),
  }
}

/** What one count on the wire is worth of each metric, by the rule that fills it. */
function perPulseIn(uplink: ProductModel['uplink']): (key: string) => number {
  const rules = uplink === null ? [] : rulesOf(uplink).factors(uplink)
  const factors = new Map(rules.map(({ key, factor = 1 }) => [key, factor]))
  return (key) => factors.get(key) ?? 1
}

/** A slave is read by its master, which passes on the values of one with a name as they came. */
function readingOf(
  { uplink, nodeKind, events }: Pick<ProductModel, 'uplink' | 'nodeKind'> & { events: readonly ModelEvent[] },
  metricOf: MetricLookup,
): Pick<DeviceType, 'read' | 'readOwn'> {
  if (uplink === null) return {}
  if (nodeKind === 'SLAVE') return uplink.protocol === 'TB_MQTT' ? { readOwn: tbValues(uplink, metricOf) } : {}
  return { read: withEvents(readerFor(uplink, metricOf), events) }
}

function readerFor(uplink: Uplink, metricOf: MetricLookup): NonNullable<DeviceType['read']> {
  switch (uplink.protocol) {
    case 'SL651':
      return sl651Reader(uplink)
    case 'TB_MQTT':
      return tbReader(uplink, metricOf)
    default:
      return modbusReader(uplink, metricOf)
  }
}

/** Of commands by ThingsBoard RPC there are those that the firmware understands. */
function encodingOf(
  downlinks: ProductModel['downlinks'],
  commands: ProductModel['commands'],
): Pick<DeviceType, 'encode' | 'commandMap' | 'commands'> {
  if (downlinks === null) return {}
  if (downlinks.protocol === 'SL651') return { encode: encodeSl651(downlinks) }
  const { map, requests = [] } = downlinks
  const understood: Readonly<Record<string, unknown>> = map.commands
  const own = new Set(requests.map(({ code }) => code))
  return {
    encode: encodeTb(map, requests),
    commandMap: map,
    commands: commands.filter(({ code }) => understood[code] || own.has(code)),
  }
}
