import { z } from 'zod'
import { fileFactsSchema } from '../../machine/file.operations.ts'
import { defineOperation } from '../../machine/operation.ts'
import { COMMISSIONING_STATES, PHOTO_SUBJECTS, TRIAL_STEPS, signatureSchema } from './commissioning.ts'

const id = z.string().min(1).max(40)
/** Made on the telephone: what was sent twice happens once. */
const key = z.string().trim().min(8).max(64)
/** When it happened there, which may be long before it arrives. */
const at = z.iso.datetime({ offset: true })
/** A photo is made small on the telephone: this is four megabytes. */
const PHOTO_BASE64 = Math.ceil((4 * 1024 * 1024) / 3) * 4

const name = z.string().nullable()
const metres = z.number().min(0).max(1_000_000)

/** How far it is afterwards. */
const progress = z.object({ id: z.string(), state: z.enum(COMMISSIONING_STATES) })
export type CommissioningProgress = z.output<typeof progress>

const access = { key: 'commissioning:carryOut' } as const
const tenant = { row: 'device', in: 'deviceId' } as const
/** `begun` is the key of its beginning. */
const item = { deviceId: id, begun: key, key, at }

/**
 * Begins to put a device into service, or goes on with a commissioning of it that is open, whoever began that. Refused:
 * `not-yet` for a device that was not shipped, `device-retired`.
 */
export const beginCommissioning = defineOperation({
  title: ['开始装机', 'Begin a commissioning'],
  method: 'POST',
  path: '/device/v1/commissioning/begin',
  access,
  callers: 'people',
  tenant,
  audit: 'commissioning.begin',
  input: z.strictObject({ deviceId: id, key, at }),
  output: progress,
})

/** Writes the position, address and area down, on the device too. */
export const placeCommissioned = defineOperation({
  title: ['登记装机位置', 'Write down where a device was installed'],
  method: 'POST',
  path: '/device/v1/commissioning/place',
  access,
  callers: 'people',
  tenant,
  audit: 'commissioning.place',
  input: z.strictObject({
    ...item,
    lng: z.number().min(-180).max(180),
    lat: z.number().min(-90).max(90),
    source: z.enum(['GPS', 'MAP_PICK']),
    /** Of the position that the telephone took; null without one. */
    accuracyM: metres.nullable(),
    /** How far it was moved by hand from there. */
    movedM: metres.nullable(),
    address: z.string().trim().min(1).max(200),
    areaId: id,
    /** The number of its SIM, where it needs one and none was known. */
    iccid: z
      .string()
      .trim()
      .regex(/^[0-9A-Fa-f]{19,20}$/)
      .optional(),
  }),
  output: progress,
})

export const addCommissioningPhoto = defineOperation({
  title: ['上传装机照片', 'Add a photo to a commissioning'],
  method: 'POST',
  path: '/device/v1/commissioning/photo',
  access,
  callers: 'people',
  tenant,
  audit: 'commissioning.photo',
  input: z.strictObject({
    ...item,
    subject: z.enum(PHOTO_SUBJECTS),
    content: z.base64().min(1).max(PHOTO_BASE64),
  }),
  output: progress,
})

/**
 * Takes down what the platform itself knows: the first report since the beginning, or the outcome of a command in the
 * ledger. Refused with `not-yet` while there is none.
 */
export const proveCommissioned = defineOperation({
  title: ['登记装机试验', 'Write down a proof of a commissioning'],
  method: 'POST',
  path: '/device/v1/commissioning/prove',
  access,
  callers: 'people',
  tenant,
  audit: 'commissioning.prove',
  input: z.strictObject({
    ...item,
    step: z.enum(TRIAL_STEPS),
    /** The command that opened or closed it. */
    commandId: id.optional(),
  }),
  output: progress,
})

/**
 * Signs: the device is installed from then on. Whatever is unproven needs `defects`, in words. Refused: `not-yet` without
 * a position, and for what the life of the device asks; `conflict` when it was accepted before.
 */
export const acceptCommissioned = defineOperation({
  title: ['签字验收', 'Accept a commissioned device'],
  method: 'POST',
  path: '/device/v1/commissioning/accept',
  access: { key: 'commissioning:accept' },
  callers: 'people',
  tenant,
  audit: 'commissioning.accept',
  input: z.strictObject({
    ...item,
    installer: signatureSchema,
    accepter: signatureSchema.optional(),
    defects: z.string().trim().min(1).max(300).optional(),
  }),
  output: progress,
})

const itemSchema = z.object({
  id: z.string(),
  kind: z.enum(['BEGUN', 'PLACED', 'PHOTO', 'PROOF', 'ACCEPTED']),
  /** When it happened on the telephone, and when it arrived. */
  at: z.string(),
  createTime: z.string(),
  byName: z.string(),
  photo: z.object({ subject: z.enum(PHOTO_SUBJECTS), fileId: z.string() }).nullable(),
  proof: z
    .object({
      step: z.enum(TRIAL_STEPS),
      proven: z.boolean(),
      commandId: z.string().nullable(),
      /** Percent, as reported at the end of the command. */
      opening: z.number().nullable(),
      elapsedS: z.number().nullable(),
    })
    .nullable(),
})
export type CommissioningItem = z.output<typeof itemSchema>

const sheetSchema = z.object({
  id: z.string(),
  deviceId: z.string(),
  state: z.enum(COMMISSIONING_STATES),
  createName: z.string(),
  beginTime: z.string(),
  proveTime: z.string().nullable(),
  acceptTime: z.string().nullable(),
  defects: z.string().nullable(),
  /** What its device has to prove. */
  needs: z.array(z.enum(TRIAL_STEPS)),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  accuracyM: z.number().nullable(),
  movedM: z.number().nullable(),
  installer: signatureSchema.nullable(),
  accepter: signatureSchema.nullable(),
  photos: z.array(fileFactsSchema),
  /** In order. */
  items: z.array(itemSchema),
  device: z.object({
    name: z.string(),
    deviceNo: z.string(),
    serialNo: name,
    /** In Chinese and in English. */
    productName: z.tuple([z.string(), z.string()]).readonly(),
    masterName: name,
    areaName: name,
    address: name,
    iccid: name,
    warrantyUntil: name,
  }),
})
export type CommissioningSheet = z.output<typeof sheetSchema>

/** All of one commissioning of a device; without `id` its newest. */
export const commissioningSheet = defineOperation({
  title: ['装机验收单', 'Acceptance sheet of a device'],
  method: 'GET',
  path: '/device/v1/commissioning/sheet',
  access: { key: 'commissioning:list' },
  tenant,
  input: z.strictObject({ deviceId: id, id: id.optional() }),
  output: sheetSchema,
})
