import type { DeviceTypeCode, Metric } from '@sluice/contract'
import type { ReadingValue } from '../device-type.ts'

/** A value that follows from several others of one device: a number or a flag, or `OFF` while it means nothing there. */
type DerivedValue = number | boolean | 'OFF'

/** What a metric usually is at an hour of the day, by the weeks before. */
export interface UsualValue {
  median: number
  /** Not exceeded on 95 of 100 days. */
  p95: number
}

/** What is known of a device beside the values of now. */
export interface Beside {
  /** The last good value before the one of now, of a metric that was reported now. */
  before(key: string): ReadingValue | undefined
  /** The same, where that is no older than values that count together. */
  lately(key: string): ReadingValue | undefined
  /** What is usual at this hour; undefined where too little is known of it. */
  usual(key: string): UsualValue | undefined
  /** Of the day on site. */
  hour: number
}

/** Metrics of which the usual values are kept, by hour of the day. */
export const USUAL_KEYS = ['flow', 'outletPressure'] as const

/**
 * A metric that no device reports: it follows from reported ones and is only compared with limits, never stored. So a rule
 * over several values is a limit like any other, with a threshold, a time and a range that people set.
 */
export interface DerivedMetric {
  metric: Metric
  types: readonly DeviceTypeCode[]
  /** Without all of them there is no value. */
  from: readonly string[]
  /** A BAD value says something, too: it is given as null. */
  takesBad?: true
  /**
   * An alarm is over with the first value inside, and only with that: what it waits for takes hours to show, its end does
   * not, and a meter that stands still does so, too, while nothing flows.
   */
  untilInside?: true
  /**
   * What is compared is for how long it has been going on, in % of the stroke of the device. It begins with a value and is
   * over with `OFF`.
   */
  inStrokes?: true
  /** Undefined where the values are of another kind, or nothing can be said. */
  of(values: readonly ReadingValue[], beside: Beside): DerivedValue | undefined
}

const metric = (key: string, unit: string, decimals: number, name: [string, string]): Metric => {
  return { key, kind: 'number', unit, decimals, name }
}
const areNumbers = (values: readonly ReadingValue[]): values is number[] => values.every((v) => typeof v === 'number')

/** Below this current nothing runs, A. */
const RUNNING_A = 0.5
const PHASES = ['A', 'B', 'C']

/** Positions in which water can pass. A valve that moves is on its way to one or from one, and says nothing. */
const OPEN = new Set<ReadingValue>(['OPEN', 'PARTIAL'])

/** Positions of a valve that is on its way. */
const MOVING = new Set<ReadingValue>(['OPENING', 'CLOSING'])

/** The sun is up then at any season, and a panel that charges shows it. */
const DAYLIGHT = { from: 10, to: 16 }
/** Supplies of 12 V: others have other limits, and no name for them is reported. */
const TWELVE_V = { min: 9, max: 16 }
/** Less than this flows through leaks, and a line that nothing flows through need not have pressure, m³/h. */
const FLOWING_M3H = 0.5

const flag = (key: string, name: [string, string]): Metric => ({ key, kind: 'boolean', unit: '', decimals: 0, name })

/** A sensor of pressure without a value: outside of what it can measure, as 4 to 20 mA are, or the marker of none. */
const lostPressure = (key: string, of: string, name: [string, string]): DerivedMetric => {
  return { metric: flag(key, name), types: ['VALVE'], from: [of], takesBad: true, of: ([v]) => v === null }
}

/** By how much a counter changed with the report of now; a meter that was exchanged or rolled over changed, too. */
function stepOf(key: string, now: ReadingValue | undefined, { before }: Beside): number | undefined {
  const earlier = before(key)
  return typeof now === 'number' && typeof earlier === 'number' ? Math.abs(now - earlier) : undefined
}

/** A burst takes more than this share of the usual pressure with it (domain 6.5 V13). */
const BURST_PRESSURE_LEFT = 0.7

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
    metric: metric('openFlow', 'm³/h', 2, ['开阀时流量', 'Flow while open']),
    types: ['IRRIGATION', 'HYDRANT', 'VALVE'],
    from: ['valveState', 'flow'],
    of: ([state, flow]) => (typeof flow !== 'number' ? undefined : OPEN.has(state ?? null) ? Math.abs(flow) : 'OFF'),
  },
  {
    metric: metric('openVolume', 'm³', 3, ['开阀期间水量增量', 'Volume added while open']),
    types: ['VALVE', 'HYDRANT'],
    from: ['valveState', 'totalVolume'],
    untilInside: true,
    of: ([state, total], beside) => (OPEN.has(state ?? null) ? stepOf('totalVolume', total, beside) : 'OFF'),
  },
  {
    metric: metric('runningEnergy', 'kWh', 2, ['运行期间电量增量', 'Energy added while running']),
    types: ['PUMP', 'WATER_CONTROLLER'],
    from: ['pumpState', 'energyTotal'],
    untilInside: true,
    of: ([state, total], beside) => (state === 'RUN' ? stepOf('energyTotal', total, beside) : 'OFF'),
  },
  {
    // Flow in percent of what it exceeds on 5 of 100 days at this hour, while the pressure behind the valve is lost.
    metric: metric('burstFlow', '%', 0, ['失压时流量占比', 'Flow at lost pressure']),
    types: ['VALVE'],
    from: ['flow', 'outletPressure'],
    of(values, { usual }) {
      const [flow, pressure] = [usual('flow')?.p95 ?? 0, usual('outletPressure')?.median ?? 0]
      if (!areNumbers(values) || flow <= 0 || pressure <= 0) return undefined
      return values[1]! < BURST_PRESSURE_LEFT * pressure ? (100 * values[0]!) / flow : 0
    },
  },
  {
    metric: flag('probeLost', ['探头无有效读数', 'Probe without a reading']),
    types: ['TEMP'],
    from: ['temperature'],
    takesBad: true,
    of: ([temperature]) => temperature === null,
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
  {
    // A motor that takes current while its valve stays where it was.
    metric: metric('stalledCurrent', 'A', 2, ['不动时电机电流', 'Motor current without movement']),
    types: ['VALVE'],
    from: ['opening', 'motorCurrent'],
    of([opening, current], { before }) {
      const earlier = before('opening')
      if (typeof current !== 'number' || typeof opening !== 'number' || typeof earlier !== 'number') return undefined
      return opening === earlier ? current : 'OFF'
    },
  },
  {
    // Counted from the second report of one movement: a valve that turns round begins anew.
    metric: metric('travelTime', '%', 0, ['动作时间占行程', 'Travel time of stroke']),
    types: ['VALVE'],
    from: ['valveState'],
    inStrokes: true,
    of: ([state], { before }) => (MOVING.has(state ?? null) && before('valveState') === state ? true : 'OFF'),
  },
  lostPressure('inletPressureLost', 'inletPressure', ['阀前压力无有效读数', 'Inlet pressure without a reading']),
  lostPressure('outletPressureLost', 'outletPressure', ['阀后压力无有效读数', 'Outlet pressure without a reading']),
  {
    // At night there is no value, which neither ends nor interrupts a day without charge.
    metric: metric('daylightVoltage', 'V', 2, ['白天电池电压', 'Battery voltage by day']),
    types: ['VALVE', 'HYDRANT', 'SENSOR', 'IRRIGATION', 'WEATHER'],
    from: ['batteryV'],
    untilInside: true,
    of([voltage], { hour }) {
      if (typeof voltage !== 'number' || hour < DAYLIGHT.from || hour >= DAYLIGHT.to) return undefined
      return voltage >= TWELVE_V.min && voltage <= TWELVE_V.max ? voltage : undefined
    },
  },
  {
    metric: metric('greatestCurrent', 'A', 1, ['最大相电流', 'Greatest phase current']),
    types: ['PUMP', 'WATER_CONTROLLER'],
    from: PHASES.map((phase) => `current${phase}`),
    of: (values) => (areNumbers(values) ? Math.max(...values) : undefined),
  },
  {
    metric: metric('flowingPressure', 'MPa', 3, ['供水时管线压力', 'Line pressure while flowing']),
    types: ['IRRIGATION'],
    from: ['linePressure', 'flow'],
    of: (values) => (!areNumbers(values) ? undefined : values[1]! > FLOWING_M3H ? values[0]! : 'OFF'),
  },
  {
    metric: metric('humidityJump', '%RH', 1, ['相邻湿度变化', 'Humidity change']),
    types: ['RELIC'],
    from: ['humidity'],
    of([humidity], { lately }) {
      const earlier = lately('humidity')
      if (typeof humidity !== 'number' || typeof earlier !== 'number') return undefined
      return Math.abs(humidity - earlier)
    },
  },
]

const byKey = new Map(DERIVED_METRICS.map((derived) => [derived.metric.key, derived]))

/** The derived metric of this key; undefined for a reported one. */
export const derivedOf = (key: string): DerivedMetric | undefined => byKey.get(key)
