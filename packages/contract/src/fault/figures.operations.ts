import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().regex(/^[0-9]{1,18}$/)
const DAY_MS = 86_400_000

/** The longest time that figures are made of. */
export const FIGURES_MOST_DAYS = 400
/** Fewer faults than these make numbers, but no line and no order. */
export const FIGURES_LEAST_FAULTS = 10
/** A product or firmware with fewer faults is shown, but not ranked. */
export const RELIABILITY_LEAST_FAULTS = 5

/** What figures are narrowed to: all of a page by the same. */
export const figureFilters = {
  /** With the departments and areas below it. */
  deptId: id.optional(),
  areaId: id.optional(),
  level: z.coerce.number().int().min(1).max(4).optional(),
  code: z.string().min(1).max(40).optional(),
  productId: id.optional(),
}

const span = { startTime: z.iso.datetime(), endTime: z.iso.datetime() }
const isSpan = ({ startTime, endTime }: { startTime: string; endTime: string }): boolean => {
  const length = Date.parse(endTime) - Date.parse(startTime)
  return length > 0 && length <= FIGURES_MOST_DAYS * DAY_MS
}

/** How many of those that were due kept to the time limit of their level. */
const kept = z.object({ level: z.int(), due: z.int(), inTime: z.int() })

const numbers = z.object({
  /** Faults that began; consequences are counted apart. */
  faults: z.int(),
  consequences: z.int(),
  /** Minutes from the beginning until somebody took it, without those that began in maintenance. */
  taken: z.int(),
  ackMedian: z.number().nullable(),
  ackP90: z.number().nullable(),
  /** Minutes from the beginning until it was resolved or over, whichever was first. */
  mended: z.int(),
  mendMedian: z.number().nullable(),
  mendP90: z.number().nullable(),
  /** Taken, and mended, within the time limits of levels 2 to 4. */
  response: z.array(kept),
  repair: z.array(kept),
  /** Those that are over, and those of them that began again within 30 days. */
  over: z.int(),
  repeated: z.int(),
})
export type FaultNumbers = z.output<typeof numbers>

const bar = z.object({
  key: z.string(),
  /** Null for a fault code, which the console names itself, and for what is nowhere or nobody's. */
  name: z.string().nullable(),
  level: z.int(),
  n: z.int(),
  /** Of all faults of the time, and together with those before it. */
  share: z.number(),
  cumulative: z.number(),
  mendMedian: z.number().nullable(),
})
export type FaultBar = z.output<typeof bar>

const point = z.object({
  /** The first instant of the day or week, in the zone of the site. */
  from: z.string(),
  begun: z.int(),
  cleared: z.int(),
  ackMedian: z.number().nullable(),
  ackP90: z.number().nullable(),
  mendMedian: z.number().nullable(),
  mendP90: z.number().nullable(),
})
export type FaultPoint = z.output<typeof point>

/** What a person took: how soon, how soon it was mended, and what of it kept to the time limits of its level. */
const person = z.object({
  name: z.string(),
  n: z.int(),
  ackMedian: z.number().nullable(),
  mendMedian: z.number().nullable(),
  response: z.array(kept),
  repair: z.array(kept),
})
export type FaultPerson = z.output<typeof person>

/** Figures of the faults in sight that began in a time (domain 6.6). Consequences never count. */
export const faultFigures = defineOperation({
  title: ['故障统计', 'Figures of faults'],
  method: 'GET',
  path: '/device/v1/fault/figures',
  access: { key: 'fault:figures' },
  tenant: 'scope',
  input: z.strictObject({ ...span, ...figureFilters }).refine(isSpan, { path: ['endTime'] }),
  output: z.object({
    now: numbers,
    /** The same of the time of the same length before it. */
    before: numbers,
    /** Active now, whenever they began. */
    open: z.int(),
    /** Those by level, the most urgent first; a level without any is not there. */
    openLevels: z.array(z.object({ level: z.int(), n: z.int() })),
    step: z.enum(['DAY', 'WEEK']),
    series: z.array(point),
    /** At most ten of each, the most frequent first. */
    codes: z.array(bar),
    devices: z.array(bar),
    products: z.array(bar),
    areas: z.array(bar),
    /** Who took how many, how soon, and how many of them were mended in time. */
    people: z.array(person),
  }),
})
export type FaultFigures = z.output<typeof faultFigures.output>

const run = z.object({
  productId: z.string(),
  productName: z.string(),
  /** Null where the device never said which one it runs, or not yet then. */
  firmware: z.string().nullable(),
  /** The version of the product that was said last for the first time. */
  newest: z.boolean(),
  devices: z.int(),
  deviceDays: z.number(),
  faults: z.int(),
  /** Days between faults with its 90 % interval: without a fault only the lower end is known. */
  mtbfDays: z.number().nullable(),
  lowDays: z.number(),
  highDays: z.number().nullable(),
  /** Enough faults to be compared with others. */
  ranked: z.boolean(),
})
export type ReliabilityRun = z.output<typeof run>

/** Mean time between faults of each product and firmware in sight: the product with most faults first, its newest firmware first. */
export const reliability = defineOperation({
  title: ['可靠性', 'Reliability by product and firmware'],
  method: 'GET',
  path: '/device/v1/fault/reliability',
  access: { key: 'fault:figures' },
  tenant: 'scope',
  input: z.strictObject({ ...span, ...figureFilters }).refine(isSpan, { path: ['endTime'] }),
  output: z.array(run),
})
