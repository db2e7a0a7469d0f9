import { z } from 'zod'
import { COMMAND_STATUSES } from '../command/command.ts'
import { defineOperation } from '../machine/operation.ts'

/** How far the map goes back. */
export const PAST_DAYS = 7
/** Most events of one kind in an answer, the newest ones. */
export const PAST_EVENTS = 500

const instant = z.iso.datetime({ offset: true })
const column = <T extends z.ZodType>(value: T) => z.array(value)

/**
 * The map's devices as they were at a moment of the last PAST_DAYS days, in columns of equal length: `status`, `flags`
 * and `seen` as in `deviceMap`. A device is online when it, or a device behind it, had reported within two intervals
 * and a half; `level` is that of its highest fault at that moment other than silence; `openings` are %, of its last
 * report by then.
 */
export const devicesAtSchema = z.object({
  time: z.string(),
  ids: column(z.string()),
  status: column(z.int().min(0).max(3)),
  levels: column(z.int().min(0).max(4)),
  flags: column(z.int()),
  seen: column(z.int().nullable()),
  openings: column(z.number().nullable()),
})
export type DevicesAt = z.output<typeof devicesAtSchema>

export const devicesAt = defineOperation({
  title: ['某一时刻地图上的设备', 'Devices on the map at a moment'],
  method: 'GET',
  path: '/device/v1/device/mapAt',
  access: { key: 'device:list' },
  tenant: 'scope',
  /** Counted to the minute. */
  input: z.strictObject({ time: instant }),
  output: devicesAtSchema,
})

/** The commands that were created in a range of time, and the faults that held in it; at most PAST_EVENTS of each. */
export const mapEvents = defineOperation({
  title: ['地图上的事件', 'Events on the map'],
  method: 'GET',
  path: '/device/v1/device/mapEvents',
  access: { key: 'device:list' },
  tenant: 'scope',
  input: z.strictObject({ startTime: instant, endTime: instant }),
  output: z.object({
    commands: z.array(
      z.object({
        id: z.string(),
        deviceId: z.string(),
        deviceName: z.string(),
        code: z.string(),
        status: z.enum(COMMAND_STATUSES),
        createTime: z.string(),
      }),
    ),
    /** A fault that returned within 24 hours is one (domain 6.3). `clearTime` is null while it holds. */
    faults: z.array(
      z.object({
        id: z.string(),
        deviceId: z.string(),
        deviceName: z.string(),
        code: z.string(),
        level: z.int().min(1).max(4),
        firstTime: z.string(),
        clearTime: z.string().nullable(),
      }),
    ),
  }),
})
export type MapEvents = z.output<typeof mapEvents.output>

/** The values of one device by a moment: of each metric the last reported one, at most 25 hours older. */
export const deviceAt = defineOperation({
  title: ['某一时刻的设备状态', 'A device at a moment'],
  method: 'GET',
  path: '/device/v1/device/stateAt',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: z.string().min(1).max(40), time: instant }),
  output: z.object({
    values: z.record(
      z.string(),
      z.object({ v: z.union([z.number(), z.boolean(), z.string(), z.null()]), ts: z.string(), q: z.string() }),
    ),
  }),
})
