import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery } from '../machine/page.ts'

export const HISTORY_IMPORT_STATUSES = ['RUNNING', 'DONE', 'CANCELLED'] as const
export type HistoryImportStatus = (typeof HISTORY_IMPORT_STATUSES)[number]

/**
 * Why a report was not stored: observed outside the span of the import, older than 400 days or in the future; no such
 * device in the caller's scope; the device is disabled; the store cannot hold a value in it.
 */
export const HISTORY_REJECTIONS = ['BAD_TIME', 'UNKNOWN_DEVICE', 'DEVICE_DISABLED', 'UNSTORABLE'] as const
export type HistoryRejection = (typeof HISTORY_REJECTIONS)[number]

/** The limits of one call; in addition a body is at most 1 MiB. */
export const HISTORY_BATCH = { devices: 500, reports: 5_000, values: 60_000, keys: 50 } as const

/** How far back an import may reach, days (domain 3.1). */
export const HISTORY_IMPORT_DAYS = 400

const id = z.string().min(1).max(40)
/** Half a surrogate pair and NUL are no text to the store. */
const STORABLE = /^[^\0\p{Cs}]*$/u
const text = (max: number) => z.string().trim().min(1).max(max).regex(STORABLE)
const cursor = text(200)
const instant = z.iso.datetime({ offset: true })

/** One import of an earlier system's history: its progress, and where it continues. */
export const historyImportSchema = z.object({
  id: z.string(),
  deptId: z.string(),
  name: z.string(),
  /** The program that sends it. */
  program: z.string(),
  status: z.enum(HISTORY_IMPORT_STATUSES),
  fromTime: z.string(),
  toTime: z.string(),
  /** Reports that the program means to send. */
  expected: z.int(),
  /** Reports stored. */
  done: z.int(),
  /** Of those: reports with a value of the wrong kind or outside its hard range, stored as BAD. */
  marked: z.int(),
  /** Reports not stored, by reason. */
  rejected: z.partialRecord(z.enum(HISTORY_REJECTIONS), z.int()),
  /** The program's cursor of the last stored batch; null before the first. */
  cursor: z.string().nullable(),
  /** Observation time of the earliest report of the last batch. */
  reachedTime: z.string().nullable(),
  /** At the speed of the last half minute; null when that is not known. */
  secondsLeft: z.int().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  /** Of the last batch. */
  lastTime: z.string().nullable(),
  endTime: z.string().nullable(),
})
export type HistoryImport = z.output<typeof historyImportSchema>

/**
 * Begins an import, or continues one: the same name in the same department answers the existing import, running (with
 * its cursor) or done; only a cancelled one is begun again. `deptId` decides who may see it, the caller's own
 * department when omitted. The span reaches back 400 days at most, and not into the future.
 */
export const beginHistoryImport = defineOperation({
  title: ['开始导入历史数据', 'Begin a history import'],
  method: 'POST',
  path: '/device/v1/historyImport/begin',
  access: { key: 'historyImport:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'dept', in: 'deptId' },
  audit: 'historyImport.begin',
  input: z.strictObject({
    name: text(100),
    program: text(100),
    deptId: id.optional(),
    fromTime: instant,
    toTime: instant,
    expected: z.int().min(0).max(1e10),
  }),
  output: historyImportSchema,
})

const value = z.union([z.number(), z.boolean(), z.string().max(200).regex(STORABLE), z.null()])

/** Reports of one device as columns: `columns.flow[n]` was observed at `times[n]` (epoch seconds); null is no value. */
export const historyColumnsSchema = z
  .strictObject({
    deviceId: id,
    times: z.array(z.int().min(0).max(4_102_444_800)).min(1).max(HISTORY_BATCH.reports),
    columns: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/), z.array(value).max(HISTORY_BATCH.reports)),
  })
  .superRefine(({ times, columns }, context) => {
    for (const [key, column] of Object.entries(columns)) {
      if (column.length !== times.length)
        context.addIssue({ code: 'custom', path: ['columns', key], message: 'as long as times' })
    }
    if (Object.keys(columns).length > HISTORY_BATCH.keys)
      context.addIssue({ code: 'custom', path: ['columns'], message: `at most ${HISTORY_BATCH.keys} keys` })
  })
export type HistoryColumns = z.output<typeof historyColumnsSchema>

/**
 * Stores one batch and answers after the commit. Batches of an import follow each other: `after` is the cursor this
 * batch continues from (null for the first one), `cursor` its own. A batch whose `cursor` is already the stored one was
 * stored before and is answered without being counted twice; one that continues from any other is a `conflict` with the
 * stored `cursor` among the facts. Reports stored before a crash and sent again are stored once. Answers
 * `too-many-requests` with `retry-after` while live reports need the store.
 */
export const sendHistoryRows = defineOperation({
  title: ['发送历史数据', 'Send rows of history'],
  method: 'POST',
  path: '/device/v1/historyImport/rows',
  access: { key: 'historyImport:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'historyImport', in: 'id' },
  audit: { none: 'part of an import whose begin and end are written down' },
  input: z.strictObject({
    id,
    after: cursor.nullable(),
    cursor,
    devices: z
      .array(historyColumnsSchema)
      .min(1)
      .max(HISTORY_BATCH.devices)
      .superRefine((devices, context) => {
        let reports = 0
        let values = 0
        for (const { times, columns } of devices) {
          reports += times.length
          values += times.length * Object.keys(columns).length
        }
        if (reports > HISTORY_BATCH.reports || values > HISTORY_BATCH.values)
          context.addIssue({ code: 'too_big', maximum: HISTORY_BATCH.reports, origin: 'array', inclusive: true })
      }),
  }),
  output: historyImportSchema,
})

/** Everything was sent. A second time is no error. */
export const finishHistoryImport = defineOperation({
  title: ['完成导入历史数据', 'Finish a history import'],
  method: 'POST',
  path: '/device/v1/historyImport/finish',
  access: { key: 'historyImport:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'historyImport', in: 'id' },
  audit: 'historyImport.finish',
  input: z.strictObject({ id }),
  output: historyImportSchema,
})

/** Ends it; what is stored stays. Only a running import can be cancelled, else `conflict`. */
export const cancelHistoryImport = defineOperation({
  title: ['取消导入历史数据', 'Cancel a history import'],
  method: 'POST',
  path: '/device/v1/historyImport/cancel',
  access: { key: 'historyImport:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'historyImport', in: 'id' },
  audit: 'historyImport.cancel',
  input: z.strictObject({ id }),
  output: historyImportSchema,
})

export const getHistoryImport = defineOperation({
  title: ['查看历史数据导入', 'Read a history import'],
  method: 'GET',
  path: '/device/v1/historyImport/get',
  access: { key: 'historyImport:list' },
  tenant: { row: 'historyImport', in: 'id' },
  input: z.strictObject({ id }),
  output: historyImportSchema,
})

/** Newest first. */
export const historyImportPage = defineOperation({
  title: ['历史数据导入列表', 'List history imports'],
  method: 'GET',
  path: '/device/v1/historyImport/page',
  access: { key: 'historyImport:list' },
  tenant: 'scope',
  input: z.strictObject({ ...pageQuery, status: z.enum(HISTORY_IMPORT_STATUSES).optional() }),
  output: pageOf(historyImportSchema),
})

/** The running imports in scope, newest first, at most 20; the live socket reports their progress. */
export const runningHistoryImports = defineOperation({
  title: ['进行中的历史数据导入', 'Running history imports'],
  method: 'GET',
  path: '/device/v1/historyImport/running',
  access: { key: 'historyImport:list' },
  tenant: 'scope',
  input: z.strictObject({}),
  output: z.array(historyImportSchema),
  silent: true,
})
