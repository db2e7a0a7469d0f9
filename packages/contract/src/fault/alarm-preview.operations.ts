import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { DEVICE_TYPE_CODES } from '../registry/device-type-code.ts'
import { LIMIT_SCOPES } from './alarm-bounds.ts'
import { alarmRuleSchema } from './alarm-rule.ts'

const id = z.string().min(1).max(40)

/** Past days that a preview looks at. */
export const PREVIEW_DAYS = 30
/** Devices that a preview looks at; of more it takes some from everywhere among them. */
export const PREVIEW_DEVICES = 300

/**
 * How often a limit would have begun an alarm in the last 30 days, by the stored reports of devices it would apply to, before
 * anybody is called by it. Nothing is stored.
 */
export const previewLimit = defineOperation({
  title: ['预览报警限值', 'Preview an alarm limit'],
  method: 'POST',
  path: '/device/v1/alarmLimit/preview',
  access: { key: 'alarmLimit:list' },
  callers: 'people',
  tenant: 'scope',
  audit: { none: 'a preview stores nothing' },
  silent: true,
  input: z.strictObject({
    scope: z.enum(LIMIT_SCOPES),
    deviceTypeCode: z.enum(DEVICE_TYPE_CODES).nullish(),
    productId: id.nullish(),
    groupId: id.nullish(),
    deviceId: id.nullish(),
    rule: alarmRuleSchema,
  }),
  output: z.object({
    /** Devices in sight that it would apply to, and how many of them were looked at. */
    devices: z.int(),
    examined: z.int(),
    /** Those of them that reported the metric at all. */
    reporting: z.int(),
    /** Alarms that would have begun, and on how many devices. */
    alarms: z.int(),
    ringing: z.int(),
    /** Alarms by day, the oldest first. */
    days: z.array(z.int()).length(PREVIEW_DAYS),
    /** The devices with most alarms, at most five. */
    worst: z.array(z.object({ deviceId: z.string(), deviceName: z.string(), alarms: z.int() })),
  }),
})
