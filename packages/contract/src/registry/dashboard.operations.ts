import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** The numbers of states in the columns of `deviceMap`. */
export const MAP_STATUS = { INACTIVE: 0, ONLINE: 1, OFFLINE: 2, DISABLED: 3 } as const
/** Bits of the column `flags`. */
export const MAP_FLAGS = { moving: 1, lowBattery: 2, masterOffline: 4 } as const

/** Silence is a state of its own on the map, not a fault: a silent device is drawn hollow. */
export const SILENCE_FAULTS: readonly string[] = ['C01', 'C02']

const column = <T extends z.ZodType>(value: T) => z.array(value)

/**
 * Every device the session sees as columns of equal length: 100,000 of them in a few hundred kilobytes compressed.
 * `lng` and `lat` are WGS-84, null while the device has no place. `level` is that of its highest active fault other
 * than silence, 0 for none.
 */
export const deviceMapSchema = z.object({
  time: z.string(),
  ids: column(z.string()),
  names: column(z.string()),
  deviceNos: column(z.string()),
  types: column(z.string()),
  productIds: column(z.string()),
  deptIds: column(z.string()),
  masterIds: column(z.string().nullable()),
  lngs: column(z.number().nullable()),
  lats: column(z.number().nullable()),
  status: column(z.int().min(0).max(3)),
  levels: column(z.int().min(0).max(4)),
  flags: column(z.int()),
  /** Last uplink, epoch seconds. */
  seen: column(z.int().nullable()),
})
export type DeviceMap = z.output<typeof deviceMapSchema>

export const deviceMap = defineOperation({
  title: ['地图上的设备', 'Devices on the map'],
  method: 'GET',
  path: '/device/v1/device/map',
  access: { key: 'device:list' },
  tenant: 'scope',
  input: z.strictObject({}),
  output: deviceMapSchema,
})

const counts = { total: z.int(), online: z.int(), offline: z.int(), fault: z.int() }

/** The numbers above the map, and those of the departments. */
export const dashboardSummary = defineOperation({
  title: ['监控概览', 'Summary of the dashboard'],
  method: 'GET',
  path: '/device/v1/dashboard/summary',
  access: { key: 'device:list' },
  tenant: 'scope',
  input: z.strictObject({}),
  output: z.object({
    ...counts,
    inactive: z.int(),
    disabled: z.int(),
    /** Devices without a place. */
    unplaced: z.int(),
    /** Of those that are enabled and have ever reported, percent; null when there are none. */
    onlineRate: z.number().nullable(),
    /** Sum of the flow that online devices reported last; null where nothing measures it. */
    flowM3h: z.number().nullable(),
    /** Online devices whose newest flow is BAD: the sum leaves them out. */
    flowLeftOut: z.int(),
    /** Consumed since midnight; null where nothing counts it. */
    volumeTodayM3: z.number().nullable(),
    /** Meters whose newest value is BAD: they count up to their last good one. */
    volumeLeftOut: z.int(),
    /** The departments in scope as a tree; counts are of the department alone, without those below it. */
    depts: z.array(z.object({ id: z.string(), parentId: z.string().nullable(), name: z.string(), ...counts })),
  }),
})
export type DashboardSummary = z.output<typeof dashboardSummary.output>

const hoursOfDay = z.array(z.number().nullable())

/**
 * m³ consumed in each whole hour of today and of yesterday, from rollups: one number per hour since midnight of the
 * caller's site, null where nothing was reported. The running hour is not included. `leftOut` meters had hours with
 * only BAD values.
 */
export const dashboardWater = defineOperation({
  title: ['今日用水', 'Water of today'],
  method: 'GET',
  path: '/device/v1/dashboard/water',
  access: { key: 'device:list' },
  tenant: 'scope',
  input: z.strictObject({}),
  output: z.object({ today: hoursOfDay, yesterday: hoursOfDay, leftOut: z.int() }),
})
export type DashboardWater = z.output<typeof dashboardWater.output>
