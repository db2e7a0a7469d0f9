import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)
const key = z.string().min(1).max(40)
const time = z.iso.datetime({ offset: true })
const note = z.string().trim().min(1).max(100)

/** How long ago an exchange may be written down, in days: as old as a late report may be. */
export const EXCHANGE_DAYS = 30

/**
 * A meter gave its place to another one: what the old one read last, what the new one read first. Consumption goes on
 * from one to the other, and never counts the difference between them.
 */
export const meterExchangeSchema = z.object({
  id: z.string(),
  key: z.string(),
  time: z.string(),
  oldLast: z.number(),
  newFirst: z.number(),
  oldMeterNo: z.string().nullable(),
  newMeterNo: z.string().nullable(),
  remark: z.string().nullable(),
  byName: z.string().nullable(),
})
export type MeterExchange = z.output<typeof meterExchangeSchema>

/**
 * Writes an exchange down; it is never changed. Refused: `oldLast` below what the old meter reported before
 * (`too-small`), a value the counter cannot have (`too-big`), what is no counter of the device (`not-an-option`), and a time in
 * the future or too long ago.
 */
export const exchangeMeter = defineOperation({
  title: ['登记换表', 'Write down a meter exchange'],
  method: 'POST',
  path: '/device/v1/device/exchangeMeter',
  access: { key: 'device:exchangeMeter' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'device.exchangeMeter',
  input: z.strictObject({
    deviceId: id,
    /** A counter, e.g. `totalVolume`. */
    key,
    oldLast: z.number().min(0),
    newFirst: z.number().min(0),
    /** When it was exchanged; now without it. */
    time: time.optional(),
    oldMeterNo: note.nullish(),
    newMeterNo: note.nullish(),
    remark: note.nullish(),
  }),
  output: z.object({ id: z.string() }),
})

/** The counters that a device reports, with their last values, and its exchanges, newest first. */
export const meterExchanges = defineOperation({
  title: ['设备的换表记录', 'Meter exchanges of a device'],
  method: 'GET',
  path: '/device/v1/device/meterExchanges',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id }),
  output: z.object({
    counters: z.array(z.object({ key: z.string(), last: z.number().nullable() })),
    exchanges: z.array(meterExchangeSchema),
  }),
})
