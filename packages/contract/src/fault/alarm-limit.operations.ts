import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)

/** A built-in limit becomes what it came as; others are a `conflict`. */
export const restoreLimit = defineOperation({
  title: ['恢复默认报警限值', 'Restore an alarm limit'],
  method: 'POST',
  path: '/device/v1/alarmLimit/restoreDefaults',
  access: { key: 'alarmLimit:edit' },
  callers: 'people',
  tenant: { row: 'alarmLimit', in: 'id' },
  audit: 'alarmLimit.restoreDefaults',
  input: z.strictObject({ id, version: z.int() }),
  output: z.literal(true),
})

/** Targets of one call. */
export const COPY_MOST = 200

/**
 * Makes the same limit for further products, groups or devices. Where one stands already for the same metric and fault, it
 * becomes this one.
 */
export const copyLimit = defineOperation({
  title: ['批量应用报警限值', 'Apply an alarm limit to others'],
  method: 'POST',
  path: '/device/v1/alarmLimit/copy',
  access: { key: 'alarmLimit:add' },
  callers: 'people',
  tenant: { row: 'alarmLimit', in: 'id' },
  audit: 'alarmLimit.copy',
  input: z.strictObject({
    id,
    scope: z.enum(['PRODUCT', 'GROUP', 'DEVICE']),
    targetIds: z.array(id).min(1).max(COPY_MOST),
  }),
  output: z.object({ inserted: z.int(), updated: z.int() }),
})
