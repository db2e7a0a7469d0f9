import { z } from 'zod'
import { defineOperation } from '../../machine/operation.ts'
import { productModelSchema } from './product-model.ts'

const id = z.string().min(1).max(40)

/**
 * A product as one file, to carry it from one installation to another. `hash` is the sha256 of the model's canonical JSON:
 * a file that was cut short or changed by hand is noticed.
 */
export const productFileSchema = z.strictObject({
  format: z.literal('sluice-product'),
  formatVersion: z.literal(1),
  hash: z.string().length(64),
  model: productModelSchema,
})
export type ProductFile = z.output<typeof productFileSchema>

/** The model in force as a file; of a product that was never published its draft. */
export const exportProduct = defineOperation({
  title: ['导出产品文件', 'Export a product as a file'],
  method: 'GET',
  path: '/cloud/v1/product/exportFile',
  access: { key: 'product:list' },
  tenant: { none: 'models are the same for everyone' },
  input: z.strictObject({ id }),
  output: productFileSchema,
})

/**
 * Makes a draft from such a file: a new product, or the draft of the product of that number. What is in force stays as it
 * is, and a draft that somebody has begun is refused to be replaced.
 */
export const importProduct = defineOperation({
  title: ['导入产品文件', 'Import a product from a file'],
  method: 'POST',
  path: '/cloud/v1/product/importFile',
  access: { key: 'product:edit' },
  callers: 'people',
  tenant: 'everything',
  audit: 'product.import',
  input: z.strictObject({ file: productFileSchema }),
  output: z.object({
    id: z.string(),
    /** No product had that number. */
    isNew: z.boolean(),
    /** What keeps the draft from being published. */
    problems: z.record(z.string(), z.string()),
  }),
})
