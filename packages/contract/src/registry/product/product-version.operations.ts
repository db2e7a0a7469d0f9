import { z } from 'zod'
import { defineOperation } from '../../machine/operation.ts'
import { metricSchema } from './model-metric.ts'
import { NODE_KINDS, productModelSchema } from './product-model.ts'
import { DEVICE_TYPE_CODES } from '../device-type-code.ts'
import { scriptFaultSchema } from './product-script.ts'

const id = z.string().min(1).max(40)
/** Of the product, as it was read. */
const version = z.int().min(0)
/** Why it was done, for whoever looks later. */
const note = z.string().trim().min(1).max(200)
const problems = z.record(z.string(), z.string())
const everybody = { none: 'models are the same for everyone' } as const

const versionSchema = z.object({
  versionNo: z.int(),
  /** `PROGRAM`: a newer program brought it. */
  origin: z.enum(['PROGRAM', 'PERSON']),
  note: z.string(),
  /** sha256 of the model. */
  hash: z.string(),
  byName: z.string().nullable(),
  createTime: z.iso.datetime(),
  /** Null: it never was in force. */
  inForceFrom: z.iso.datetime().nullable(),
})
export type ProductVersion = z.output<typeof versionSchema>

/** A product as its page shows it: what is in force, what is being changed, and every version there was. */
export const productModel = defineOperation({
  title: ['产品的物模型与版本', 'Model and versions of a product'],
  method: 'GET',
  path: '/cloud/v1/product/model',
  access: { key: 'product:list' },
  tenant: everybody,
  input: z.strictObject({ id }),
  output: z.object({
    version,
    versionNo: z.int(),
    status: z.enum(['DRAFT', 'PUBLISHED', 'RETIRED']),
    inForce: productModelSchema.nullable(),
    draft: z
      .object({
        model: productModelSchema,
        /** The version it was made from; a newer one may be in force meanwhile. */
        base: z.int(),
        savedTime: z.iso.datetime(),
        byName: z.string().nullable(),
      })
      .nullable(),
    /** Newest first. */
    versions: z.array(versionSchema),
    /** Devices that publishing changes, of all departments. */
    devices: z.int(),
  }),
})

/** The model of one version. */
export const productVersionModel = defineOperation({
  title: ['产品某一版本的物模型', 'Model of one version of a product'],
  method: 'GET',
  path: '/cloud/v1/product/versionModel',
  access: { key: 'product:list' },
  tenant: everybody,
  input: z.strictObject({ id, versionNo: z.coerce.number().int().min(1) }),
  output: productModelSchema,
})

/** What a model can be made of: metrics of the platform, elements of the standard, protocols that can be spoken here. */
export const productVocabulary = defineOperation({
  title: ['物模型的可用词汇', 'What models can be made of'],
  method: 'GET',
  path: '/cloud/v1/product/vocabulary',
  access: { key: 'product:list' },
  tenant: everybody,
  input: z.strictObject({}),
  output: z.object({
    metrics: z.array(metricSchema),
    /** Those of the ready models that the platform does not have itself, and those that only limits are about. */
    usual: z.array(metricSchema),
    protocols: z.array(z.object({ protocol: z.string(), mapsCommands: z.boolean() })),
    /** Elements of SL 651: identifier, its name in the standard, and the unit on the wire. */
    elements: z.array(z.object({ id: z.string(), name: z.string(), unit: z.string() })),
  }),
})

const changes = { method: 'POST', access: { key: 'product:edit' }, callers: 'people', tenant: 'everything' } as const

/** Ready models that a product can begin from. */
export const productLibrary = defineOperation({
  title: ['模板库', 'Ready models of devices'],
  method: 'GET',
  path: '/cloud/v1/product/library',
  access: { key: 'product:list' },
  tenant: everybody,
  input: z.strictObject({}),
  output: z.array(
    productModelSchema.pick({ productNo: true, name: true, englishName: true, deviceTypeCode: true, protocol: true }),
  ),
})

/**
 * Begins a product: a draft, made new, from a ready model or from another product's version in force. It exists for nobody
 * until published.
 */
export const createProduct = defineOperation({
  title: ['新建产品', 'Begin a product'],
  ...changes,
  path: '/cloud/v1/product/create',
  audit: 'product.insert',
  input: z.strictObject({
    productNo: productModelSchema.shape.productNo,
    name: productModelSchema.shape.name,
    englishName: productModelSchema.shape.englishName,
    from: z.union([
      z.strictObject({ copyOf: id }),
      z.strictObject({ template: productModelSchema.shape.productNo }),
      z.strictObject({
        deviceTypeCode: z.enum(DEVICE_TYPE_CODES),
        nodeKind: z.enum(NODE_KINDS),
        protocol: productModelSchema.shape.protocol,
      }),
    ]),
  }),
  output: z.object({ id: z.string() }),
})

/** Stores what is being changed. A draft may still be wrong: the answer says what keeps it from being published. */
export const saveProductDraft = defineOperation({
  title: ['保存产品草稿', 'Save the draft of a product'],
  ...changes,
  path: '/cloud/v1/product/saveDraft',
  audit: { none: 'nothing is in force until it is published, which is logged with every change' },
  input: z.strictObject({ id, version, model: productModelSchema }),
  /** `script`: why its payload script cannot be run at all. */
  output: z.object({ version, problems, script: scriptFaultSchema.nullable() }),
})

/** Gives up what was changed. A product that was never published is gone with its draft. */
export const discardProductDraft = defineOperation({
  title: ['放弃产品草稿', 'Discard the draft of a product'],
  ...changes,
  path: '/cloud/v1/product/discardDraft',
  audit: 'product.discard',
  input: z.strictObject({ id, version }),
  output: z.object({ gone: z.boolean() }),
})

/** Puts the draft in force for every device of the product, from the next report on. */
export const publishProduct = defineOperation({
  title: ['发布产品', 'Publish a product'],
  ...changes,
  path: '/cloud/v1/product/publish',
  audit: 'product.publish',
  input: z.strictObject({ id, version, note }),
  output: z.object({ versionNo: z.int() }),
})

/** Puts an earlier version in force again, as a new one: what judged values at what time stays readable. */
export const rollBackProduct = defineOperation({
  title: ['回退产品版本', 'Roll a product back'],
  ...changes,
  path: '/cloud/v1/product/rollBack',
  audit: 'product.rollBack',
  input: z.strictObject({ id, version, versionNo: z.int().min(1), note }),
  output: z.object({ versionNo: z.int() }),
})
