import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery } from '../machine/page.ts'
import { jobStartedSchema } from '../machine/job-run.operations.ts'
import { SHEET_FORMATS, sheetWordsSchema } from '../machine/spreadsheet.ts'
import { deviceStateSchema } from './device-state.ts'

const id = z.string().min(1).max(40)

export const latest = defineOperation({
  title: ['最新读数', 'Latest readings'],
  method: 'GET',
  path: '/device/v1/device/latest',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id }),
  output: deviceStateSchema,
})

/** Last states of the devices of a page. One that does not exist or is not in sight is left out. */
export const deviceStates = defineOperation({
  title: ['设备状态', 'States of devices'],
  method: 'GET',
  path: '/device/v1/device/states',
  access: { key: 'device:list' },
  tenant: 'scope',
  /** Ids, comma-separated; at most 100. */
  input: z.strictObject({ deviceIds: z.string().regex(/^[0-9]{1,18}(,[0-9]{1,18}){0,99}$/) }),
  output: z.array(deviceStateSchema),
})

/** `RAW` rows as reported, or rollups. `AUTO` picks by the length of the range. */
export const BUCKETS = ['AUTO', 'RAW', 'HOUR', 'DAY'] as const

/**
 * One point of a curve: `t` is the observation time or the start of the bucket, `v` the value (average of a bucket).
 * Buckets carry min, max, first, last, count and, for counters, the consumption `delta`: all of good values, with how many
 * `bad` ones were left out. `gapFrom`: the consumption is that since this time, because the meter was silent from there on.
 */
export const historyPointSchema = z.object({
  t: z.string(),
  v: z.union([z.number(), z.boolean(), z.string(), z.null()]),
  q: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  first: z.number().optional(),
  last: z.number().optional(),
  delta: z.number().nullable().optional(),
  count: z.int().optional(),
  bad: z.int().optional(),
  gapFrom: z.string().optional(),
})
export type HistoryPoint = z.output<typeof historyPointSchema>

export const history = defineOperation({
  title: ['历史数据', 'History'],
  method: 'GET',
  path: '/device/v1/device/history',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({
    deviceId: id,
    /** Metric keys, comma-separated. */
    keys: z.string().min(1).max(500),
    startTime: z.iso.datetime({ offset: true }),
    endTime: z.iso.datetime({ offset: true }),
    bucket: z.enum(BUCKETS).default('AUTO'),
  }),
  output: z.object({
    bucket: z.enum(['RAW', 'HOUR', 'DAY']),
    /** How often the device should report, s; null where its product is unknown. */
    reportIntervalS: z.int().nullable(),
    series: z.record(z.string(), z.array(historyPointSchema)),
    /** The units that stood at its place before it within the range, and until when each did; their values are in the curve. Absent: none. */
    units: z.array(z.object({ deviceId: z.string(), name: z.string(), until: z.string() })).optional(),
  }),
})

/**
 * Writes the same range as a sheet, in a background job: a line per time, a column per metric; buckets have their
 * minimum, maximum and consumption in addition to the average, and where applicable how many values were left out and
 * since when the meter counted. `RAW` takes any number of reports. A gap (`historyGaps`) has a line of its own at the time
 * from which values miss: no value, but in the last columns which metrics miss, until when, and for how many minutes.
 * Units that stood at the place before are in it, as in the curve; where there were any, a column says whose each line is.
 * `words.labels` name the columns: `t`, `unit`, each key, `<key>.min`, `<key>.max`, `<key>.delta`, `<key>.bad`, `<key>.gapFrom`,
 * `gap`, `gapTo`, `gapMinutes`.
 */
export const exportHistory = defineOperation({
  title: ['导出历史数据', 'Export history'],
  method: 'POST',
  path: '/device/v1/history/export',
  access: { key: 'history:export' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'history.export',
  input: history.input.extend({ format: z.enum(SHEET_FORMATS), words: sheetWordsSchema.optional() }),
  output: jobStartedSchema,
})

export const LINE_EVENTS = ['CONNECT', 'REGISTER', 'HEARTBEAT_LOST', 'DISCONNECT', 'KICKED', 'REJECTED'] as const

/** Why a connection ended or was refused; `OTHER` has its words in `reason`. */
export const LINE_CAUSES = [
  'LEFT',
  'REPLACED',
  'SILENCE',
  'RESET',
  'NETWORK',
  'PLATFORM_STOPPED',
  'READS_NOTHING',
  'NO_IDENTIFICATION',
  'TOO_MANY_FAULTS',
  'BAD_TOKEN',
  'BAD_CERTIFICATE',
  'PROTOCOL_VERSION',
  'STORE_AWAY',
  'LIMIT',
  'OPERATOR',
  'BLOCKED',
  'OTHER',
] as const

export const connectionEventSchema = z.object({
  id: z.string(),
  ts: z.string(),
  channelId: z.string(),
  remote: z.string(),
  event: z.enum(LINE_EVENTS),
  cause: z.enum(LINE_CAUSES).nullable(),
  /** In the words of the gateway. */
  reason: z.string().nullable(),
  durationS: z.number().nullable(),
  bytesIn: z.int(),
  bytesOut: z.int(),
})
export type ConnectionEvent = z.output<typeof connectionEventSchema>

export const connectionPage = defineOperation({
  title: ['设备的连接记录', 'Connections of a device'],
  method: 'GET',
  path: '/device/v1/device/connections',
  access: { key: 'device:message' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ ...pageQuery, deviceId: id }),
  output: pageOf(connectionEventSchema),
})
