import { z } from 'zod'
import { defineOperation } from '../../machine/operation.ts'
import { DEVICE_TYPE_CODES } from '../device-type-code.ts'
import { productModelSchema } from './product-model.ts'

const identifier = z.string().trim().min(1).max(64)
/** Alibaba's console writes numbers of specs as texts. */
const specs = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional()
const dataType = z.object({ type: z.string().max(20), specs })
export type TslDataType = z.output<typeof dataType>
const described = { identifier, name: z.string().max(100).optional(), desc: z.string().max(2048).optional() }
const value = z.object({ ...described, dataType })
/** The values of a call; those that every thing model has for its properties name them only. */
const values = z
  .array(z.union([value, z.string()]))
  .max(200)
  .optional()
const method = z.string().max(200).optional()
const service = z.object({
  ...described,
  method,
  required: z.boolean().optional(),
  /** `sync`: the answer comes within the call; `async`: later, as a message. */
  callType: z.string().max(20).optional(),
  inputData: values,
  outputData: values,
})

/** A thing model of Alibaba Cloud IoT (TSL), as its console exports it; what is not named here is passed over. */
export const tslSchema = z.object({
  schema: z.string().max(200).optional(),
  profile: z.object({ productKey: z.string().max(64).optional() }).optional(),
  properties: z
    .array(value.extend({ accessMode: z.string().max(5).optional(), required: z.boolean().optional() }))
    .max(200),
  services: z.array(service).max(100).optional(),
  events: z
    .array(z.object({ ...described, method }))
    .max(100)
    .optional(),
})
export type Tsl = z.output<typeof tslSchema>

/** Why something of a thing model, or of a product, is not in the other. */
export const TSL_LEFT_OUT = [
  'data-type',
  'value-names',
  'write',
  'unit',
  'taken',
  'too-many',
  'parameter-type',
  'parameters',
  'length',
  'call-type',
  'output',
  'code',
  'name',
  'command-rules',
  'request',
  'event',
  'alarm-limits',
  'counter',
  'mapping',
  'no-place',
] as const

const leftOut = z.array(
  z.object({
    /** Its place: `properties.Temperature`. */
    item: z.string(),
    reason: z.enum(TSL_LEFT_OUT),
  }),
)
export type TslLeftOut = z.output<typeof leftOut>

/** A product as a thing model of Alibaba's, with what that cannot hold. */
export const exportTsl = defineOperation({
  title: ['导出阿里云物模型', 'Export a product as an Alibaba thing model'],
  method: 'GET',
  path: '/cloud/v1/product/exportTsl',
  access: { key: 'product:list' },
  tenant: { none: 'models are the same for everyone' },
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  output: z.object({ tsl: tslSchema, leftOut }),
})

/** Begins a product that speaks TB_MQTT from a thing model of Alibaba's: a draft, and item by item what was not taken. */
export const importTsl = defineOperation({
  title: ['导入阿里云物模型', 'Import an Alibaba thing model'],
  method: 'POST',
  path: '/cloud/v1/product/importTsl',
  access: { key: 'product:edit' },
  callers: 'people',
  tenant: 'everything',
  audit: 'product.insert',
  input: z.strictObject({
    productNo: productModelSchema.shape.productNo,
    name: productModelSchema.shape.name,
    englishName: productModelSchema.shape.englishName,
    deviceTypeCode: z.enum(DEVICE_TYPE_CODES),
    tsl: tslSchema,
  }),
  output: z.object({ id: z.string(), leftOut }),
})
