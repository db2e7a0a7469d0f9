import { z } from 'zod'

export const DEVICE_STATUSES = ['INACTIVE', 'ONLINE', 'OFFLINE', 'DISABLED'] as const
export type DeviceStatus = (typeof DEVICE_STATUSES)[number]

/**
 * A device that is late itself, one whose master is late or offline, one whose gateway reported it as disconnected; a
 * gateway that closed its connection, and one whose connection broke.
 */
export const OFFLINE_CAUSES = ['SELF', 'MASTER', 'DISCONNECTED', 'CLOSED', 'LOST'] as const
export type OfflineCause = (typeof OFFLINE_CAUSES)[number]

export const QUALITIES = ['GOOD', 'SUSPECT', 'BAD', 'MANUAL'] as const
export type Quality = (typeof QUALITIES)[number]

/** One value with its age and quality. `v` is in the metric's unit; `ts` is the observation time. */
export const readingSchema = z.object({
  v: z.union([z.number(), z.boolean(), z.string(), z.null()]),
  ts: z.string(),
  q: z.enum(QUALITIES),
})
export type Reading = z.output<typeof readingSchema>

export const activeFaultSchema = z.object({ code: z.string(), level: z.int().min(1).max(4) })
export type ActiveFault = z.output<typeof activeFaultSchema>

/**
 * The shared noun of bytes and pixels: the last values that a device proved, and their times. `offlineCause`
 * distinguishes a slave that is late itself from one whose master is offline (domain 2.2).
 */
export const deviceStateSchema = z.object({
  deviceId: z.string(),
  deptId: z.string(),
  status: z.enum(DEVICE_STATUSES),
  offlineCause: z.enum(OFFLINE_CAUSES).nullable(),
  lastSeenTime: z.string().nullable(),
  values: z.record(z.string(), readingSchema),
  faults: z.array(activeFaultSchema),
})
export type DeviceState = z.output<typeof deviceStateSchema>
