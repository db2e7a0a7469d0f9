import { z } from 'zod'
import { defineOperation } from '../../machine/operation.ts'

const id = z.string().min(1).max(40)

/** Who may ask for a token: a device of any name, which is made then, or only one that is registered already. */
export const PROVISION_ADMITS = ['ANYBODY', 'REGISTERED'] as const
export type ProvisionAdmits = (typeof PROVISION_ADMITS)[number]

/** A new device was made; a registered one got its first token; one that never used its token got another one. */
export const PROVISION_OUTCOMES = ['CREATED', 'CLAIMED', 'REISSUED'] as const
export type ProvisionOutcome = (typeof PROVISION_OUTCOMES)[number]

/** Patterns of names, apart by blanks or commas: `*` stands for any text, `?` for one sign, `#` for one digit. */
const names = z
  .string()
  .trim()
  .max(300)
  .regex(/^[A-Za-z0-9_.:*?#,，\s-]*$/)

/** What somebody sets. */
export const provisioningSettingsSchema = z.strictObject({
  enabled: z.boolean(),
  admits: z.enum(PROVISION_ADMITS),
  /** Where new devices go. */
  deptId: id,
  areaId: id.nullable(),
  names: names.nullable(),
  /** Devices in total, and tokens in an hour. */
  totalLimit: z.int().min(1).max(1_000_000),
  hourLimit: z.int().min(1).max(100_000),
  expireTime: z.iso.datetime({ offset: true }).nullable(),
})
export type ProvisioningSettings = z.output<typeof provisioningSettingsSchema>

const givenSchema = z.object({
  deviceId: z.string(),
  name: z.string(),
  outcome: z.enum(PROVISION_OUTCOMES),
  /** The address it asked from. */
  remote: z.string(),
  time: z.iso.datetime(),
})

export const provisioningSchema = z.object({
  settings: provisioningSettingsSchema,
  deptName: z.string(),
  areaName: z.string().nullable(),
  /** As they are read, for the change of them. */
  version: z.int(),
  provisionKey: z.string(),
  secretTime: z.iso.datetime(),
  /** Devices that have their token from here, and tokens of the last hour. */
  devices: z.int(),
  lastHour: z.int(),
  /** The last ones, newest first. */
  given: z.array(givenSchema),
})
export type Provisioning = z.output<typeof provisioningSchema>

/** Stands where the secret goes in what is shown: only the call that made one knows it. */
export const PROVISION_SECRET_PLACE = '<secret>'

/** How a device asks. */
const howSchema = z.object({
  user: z.string(),
  request: z.string(),
  answer: z.string(),
  payload: z.string(),
  /** A command to copy that asks once. */
  example: z.string(),
})

/** The call that made the secret answers it, and no other one. */
const withSecret = provisioningSchema.extend({ secret: z.string().nullable() })

const asked = { access: { key: 'product:provision' }, tenant: 'everything' } as const

/** How the devices of a product get their tokens by themselves; `provisioning` null: they do not. */
export const productProvisioning = defineOperation({
  title: ['产品的设备自注册', 'How devices of a product register themselves'],
  ...asked,
  method: 'GET',
  path: '/cloud/v1/product/provisioning',
  callers: 'people',
  input: z.strictObject({ id }),
  output: z.object({
    provisioning: provisioningSchema.nullable(),
    how: howSchema.nullable(),
    /** Where devices connect. */
    host: z.string(),
    port: z.int(),
    listening: z.boolean(),
  }),
})

/** Sets it up, with a key and a secret, or changes it. */
export const saveProvisioning = defineOperation({
  title: ['设置设备自注册', 'Set how devices register themselves'],
  ...asked,
  method: 'POST',
  callers: 'people',
  path: '/cloud/v1/product/saveProvisioning',
  audit: 'product.saveProvisioning',
  input: z.strictObject({
    id,
    /** As it was read; null: there was none. */
    version: z.int().min(0).nullable(),
    settings: provisioningSettingsSchema,
  }),
  output: withSecret,
})

/** Another secret; the one before stops working at once. Devices that have a token keep it. */
export const rotateProvisionSecret = defineOperation({
  title: ['更换自注册密钥', 'Renew the secret that devices register with'],
  ...asked,
  method: 'POST',
  callers: 'people',
  path: '/cloud/v1/product/rotateProvisionSecret',
  audit: 'product.rotateProvisionSecret',
  input: z.strictObject({ id }),
  output: withSecret,
})
