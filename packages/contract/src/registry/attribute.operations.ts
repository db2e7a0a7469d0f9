import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** Of each scope of a device: keys, bytes of one value and of all keys with their values, written as JSON. */
export const ATTRIBUTE_BOUNDS = { keyLength: 255, valueBytes: 4_096, keys: 100, bytes: 32_768, levels: 10 } as const

const deviceId = z.string().min(1).max(40)
/** Devices ask for keys in a list separated by commas; `deleted` tells them which keys no longer exist. */
const key = z
  .string()
  .min(1)
  .max(ATTRIBUTE_BOUNDS.keyLength)
  .regex(/^(?!deleted$|__proto__$)[^,\s](?:[^,]*[^,\s])?$/)
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
export type AttributeValue = z.output<typeof value>

const attributeSchema = z.object({ key: z.string(), value: z.unknown(), updateTime: z.string() })
export type DeviceAttribute = z.output<typeof attributeSchema>

/** The attributes a device reported, and those set for it; both in the order of their keys. */
const attributesSchema = z.object({ client: z.array(attributeSchema), shared: z.array(attributeSchema) })

export const deviceAttributes = defineOperation({
  title: ['设备属性', 'Attributes of a device'],
  method: 'GET',
  path: '/device/v1/device/attributes',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId }),
  output: attributesSchema,
})

/**
 * Sets and deletes shared attributes of an MQTT device. A connected device that subscribed gets them at once
 * (`pushed`); any other asks for them when it connects. Deleting a missing key is no error, nor is an empty change.
 */
export const saveSharedAttributes = defineOperation({
  title: ['保存共享属性', 'Save shared attributes'],
  method: 'POST',
  path: '/device/v1/device/saveSharedAttributes',
  access: { key: 'device:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'device.saveSharedAttributes',
  input: z
    .strictObject({
      deviceId,
      values: z.record(key, value).default({}),
      deleted: z.array(key).max(ATTRIBUTE_BOUNDS.keys).default([]),
    })
    .superRefine(({ values, deleted }, context) => {
      for (const gone of deleted)
        if (Object.hasOwn(values, gone))
          context.addIssue({ code: 'custom', path: ['deleted'], message: 'set and deleted at once' })
    }),
  output: attributesSchema.extend({ pushed: z.boolean() }),
})
