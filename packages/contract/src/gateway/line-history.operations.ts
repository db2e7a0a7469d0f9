import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { LINE_CAUSES } from '../telemetry/telemetry.operations.ts'

/** So many sessions that begin within so many minutes are flapping. */
export const FLAPPING_SESSIONS = 5
export const FLAPPING_MIN = 10
/** Sessions of one answer, the latest. */
export const SESSIONS_MOST = 2000
/** The days that a time line shows. */
export const LINE_DAYS = ['1', '7', '30'] as const

export const lineSessionSchema = z.object({
  channelId: z.string(),
  remote: z.string(),
  /** When the device had identified itself; of one that began before the time line, the beginning of that. */
  beginTime: z.string(),
  /** Null while it is open. */
  endTime: z.string().nullable(),
  /** Why it ended; null where no end was logged, or it is open. */
  cause: z.enum(LINE_CAUSES).nullable(),
  reason: z.string().nullable(),
  bytesIn: z.int(),
  bytesOut: z.int(),
  /** One of many that began shortly after each other. */
  flapping: z.boolean(),
})
export type LineSession = z.output<typeof lineSessionSchema>

/** When a device was connected, session by session, oldest first, and what share of the time that is. */
export const lineHistory = defineOperation({
  title: ['设备的连接时段', 'Sessions of a device'],
  method: 'GET',
  path: '/netty/v1/connectLog/history',
  access: { key: 'connectLog:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: z.string().min(1).max(40), days: z.enum(LINE_DAYS) }),
  output: z.object({
    fromTime: z.string(),
    toTime: z.string(),
    /** When the device connected first, where that is within the time line; nothing is known of it before. */
    firstTime: z.string().nullable(),
    sessions: z.array(lineSessionSchema),
    /** Sessions before the first that is told, beyond the limit. */
    more: z.int(),
    /** Percent of the known time that it was connected, to one decimal. */
    onlineShare: z.number(),
  }),
})
export type LineHistory = z.output<typeof lineHistory.output>
