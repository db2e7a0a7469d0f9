import type { DemoCalibration } from './world.types.ts'

const DAY_MS = 86_400_000
/** A county's metrology institute, and its own workshop. */
const LABORATORIES = ['清河县计量测试所', '水务局仪表室'] as const

/** What each kind of gauge is calibrated at, a little off as real ones are: what it said, and what the standard said. */
const GAUGES = {
  LEVEL: { metric: 'level', firstRaw: 20.012, firstRef: 20, secondRaw: 60.024, secondRef: 60 },
  PRESSURE: { metric: 'outletPressure', firstRaw: 0.1015, firstRef: 0.1, secondRaw: 0.6025, secondRef: 0.6 },
  METER: { metric: 'flow', firstRaw: 20, firstRef: 20.1, secondRaw: 300, secondRef: 299.2 },
  WEATHER: { metric: 'airTemp', firstRaw: 20.3, firstRef: 20 },
} as const

/** How long ago, and for how long: most are valid, some due soon, some overdue, and some were never calibrated. */
const AGES = [
  { daysAgo: 40, validDays: 365 },
  { daysAgo: 352, validDays: 365 },
  { daysAgo: 120, validDays: 365 },
  null,
  { daysAgo: 397, validDays: 365 },
] as const

/** The calibration of the nth station of the county; undefined for kinds without gauges, and for some that nobody saw to. */
export function calibrationOf(kind: string, n: number): DemoCalibration | undefined {
  const age = AGES[n % AGES.length]
  if (!isGauge(kind) || !age) return undefined
  const points = GAUGES[kind]
  const way = 'secondRaw' in points ? 'TWO_POINT' : 'SHIFT'
  const laboratory = LABORATORIES[way === 'SHIFT' ? 1 : n % LABORATORIES.length]!
  return { ...points, ...age, way, laboratory, certificateNo: `QHJ-${String(4000 + n * 7)}` }
}

function isGauge(kind: string): kind is keyof typeof GAUGES {
  return Object.hasOwn(GAUGES, kind)
}

/** The same with its days, for the platform. */
export function datedCalibration({ daysAgo, validDays, ...calibration }: DemoCalibration, nowMs: number) {
  const day = (days: number) => new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10)
  return { ...calibration, calibratedOn: day(-daysAgo), dueDate: day(validDays - daysAgo) }
}
