import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)

/** How to point a station at this platform. The password is answered only by the call that made it. */
export const connectionCardSchema = z.object({
  protocol: z.string(),
  /** The kind of `hasPassword` and `password`. */
  credential: z.enum(['STATION_PASSWORD', 'TOKEN']),
  host: z.string(),
  port: z.int(),
  listening: z.boolean(),
  stationAddress: z.string(),
  /** From where the station may report; null: from everywhere. */
  allowedAddresses: z.string().nullable(),
  hasPassword: z.boolean(),
  /** The password or the token: only right after it was made or rotated. */
  password: z.string().nullable(),
  /** The token before this one goes on until then, or until the new one is used; null: there is none. */
  oldToken: z.object({ until: z.iso.datetime(), usedTime: z.iso.datetime().nullable() }).nullable(),
  /** When the token was made; null where nothing says so. */
  tokenTime: z.iso.datetime().nullable(),
  /** Where a device with a token publishes. */
  topic: z.string().nullable(),
  /** A command to copy that sends a first report. */
  example: z.string().nullable(),
  firstMessageTime: z.string().nullable(),
  lastMessageTime: z.string().nullable(),
})
export type ConnectionCard = z.output<typeof connectionCardSchema>

export const connectionCard = defineOperation({
  title: ['设备的连接参数', 'How a device connects'],
  method: 'GET',
  path: '/device/v1/device/connection',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id }),
  output: connectionCardSchema,
})

/** Days that a token may go on beside the new one, and how many the console proposes. */
export const TOKEN_GRACE_DAYS = { longest: 30, usual: 7 } as const

/**
 * Makes a new station password or token and answers it once. The old one stops working at once; an old token may go on for
 * some days, until the device has used the new one.
 */
export const rotatePassword = defineOperation({
  title: ['更换站点密码', 'Renew a station password'],
  method: 'POST',
  path: '/device/v1/device/rotatePassword',
  access: { key: 'device:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'device.rotatePassword',
  input: z.strictObject({
    deviceId: id,
    /** For stations, which may have one already, as their protocol has them; a token is always drawn. */
    password: z.string().min(1).max(40).optional(),
    /** For tokens. */
    graceDays: z.int().min(0).max(TOKEN_GRACE_DAYS.longest).optional(),
  }),
  output: connectionCardSchema,
})

/** The token that still goes on beside the new one stops at once, and a connection with it ends. */
export const revokeOldToken = defineOperation({
  title: ['停用旧令牌', 'Stop the old token of a device'],
  method: 'POST',
  path: '/device/v1/device/revokeOldToken',
  access: { key: 'device:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'device.revokeOldToken',
  input: z.strictObject({ deviceId: id }),
  output: connectionCardSchema,
})

/** The station behind a device may use any password, until one is set; a device that shows a token cannot connect without. */
export const clearPassword = defineOperation({
  title: ['取消站点密码', 'Clear a station password'],
  method: 'POST',
  path: '/device/v1/device/clearPassword',
  access: { key: 'device:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'device.clearPassword',
  input: z.strictObject({ deviceId: id }),
  output: connectionCardSchema,
})
