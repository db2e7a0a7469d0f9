import type { DeviceTypeCode, Metric } from '@sluice/contract'
import type { ReadingValue } from '../device-type.ts'

/** A value that follows from several others of one device: a number, or `OFF` while it means nothing there. */
type DerivedValue = number | 'OFF'

/**
 * A metric that no device reports: it follows from reported ones and is only compared with limits, never stored. So a rule
 * over several values is a limit like any other, with a threshold, a time and a range that people set.
 */
export interface DerivedMetric {
  metric: Metric
  types: readonly DeviceTypeCode[]
  /** Without all of them there is no value. */
  from: readonly string[]
  /** Undefined where the values are of another kind. */
  of(values: readonly ReadingValue[]): DerivedValue | undefined
}

const metric = (key: string, unit: string, decimals: number, name: [string, string]): Metric => {
  return { key, kind: 'number', unit, decimals, name }
}
const areNumbers = (values: readonly ReadingValue[]): values is number[] => values.every((v) => typeof v === 'number')

/** Below this current nothing runs, A. */
const RUNNING_A = 0.5
const PHASES = ['A', 'B', 'C']

/** Every rule over several values (domain 6.5); each has a recorded series among its tests. */
export const DERIVED_METRICS: readonly DerivedMetric[] = [
  {
    metric: metric('closedFlow', 'm³/h', 2, ['关阀时流量', 'Flow while closed']),
    types: ['VALVE', 'HYDRANT'],
    from: ['valveState', 'flow'],
    of: ([state, flow]) => (typeof flow !== 'number' ? undefined : state === 'CLOSED' ? Math.abs(flow) : 'OFF'),
  },
  {
    metric: metric('openingDeviation', '%', 0, ['开度偏差', 'Deviation from target']),
    types: ['VALVE'],
    from: ['opening', 'targetOpening'],
    of: (values) => (areNumbers(values) ? Math.abs(values[0]! - values[1]!) : undefined),
  },
  {
    metric: metric('phaseUnbalance', '%', 1, ['三相电压不平衡度', 'Voltage unbalance']),
    types: ['PUMP', 'WATER_CONTROLLER'],
    from: PHASES.map((phase) => `voltage${phase}`),
    of(values) {
      if (!areNumbers(values)) return undefined
      const mean = values.reduce((sum, v) => sum + v, 0) / values.length
      return mean > 0 ? (100 * Math.max(...values.map((v) => Math.abs(v - mean)))) / mean : 'OFF'
    },
  },
  {
    metric: metric('weakestPhase', '%', 0, ['最小相电流占比', 'Weakest phase']),
    types: ['PUMP', 'WATER_CONTROLLER'],
    from: PHASES.map((phase) => `current${phase}`),
    of(values) {
      if (!areNumbers(values)) return undefined
      const most = Math.max(...values)
      return most > RUNNING_A ? (100 * Math.min(...values)) / most : 'OFF'
    },
  },
  {
    metric: metric('runningFlow', 'm³/h', 2, ['运行时流量', 'Flow while running']),
    types: ['PUMP', 'WATER_CONTROLLER'],
    from: ['pumpState', 'flow'],
    of: ([state, flow]) => (typeof flow !== 'number' ? undefined : state === 'RUN' ? flow : 'OFF'),
  },
  {
    metric: metric('litPower', 'W', 1, ['亮灯时功率', 'Power while lit']),
    types: ['LAMP'],
    from: ['lampOn', 'power'],
    of: ([on, power]) => (typeof power !== 'number' ? undefined : on === true ? power : 'OFF'),
  },
  {
    metric: metric('offCurrent', 'A', 2, ['关灯时电流', 'Current while off']),
    types: ['LAMP'],
    from: ['lampOn', 'current'],
    of: ([on, current]) => (typeof current !== 'number' ? undefined : on === false ? current : 'OFF'),
  },
]

const byKey = new Map(DERIVED_METRICS.map((derived) => [derived.metric.key, derived]))

/** The derived metric of this key; undefined for a reported one. */
export const derivedOf = (key: string): DerivedMetric | undefined => byKey.get(key)
