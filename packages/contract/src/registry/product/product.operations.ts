import { z } from 'zod'
import { defineOperation } from '../../machine/operation.ts'
import { commandMapSchema } from './product-command-map.ts'
import type { ProductPoint } from './product.resource.ts'

const bounds = z.object({ min: z.number().exactOptional(), max: z.number().exactOptional() })

const pointSchema: z.ZodType<ProductPoint> = z.object({
  key: z.string(),
  kind: z.string().exactOptional(),
  unit: z.string().exactOptional(),
  decimals: z.int().exactOptional(),
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  name: z.tuple([z.string(), z.string()]).readonly().exactOptional(),
  values: z.array(z.string()).readonly().exactOptional(),
  warn: bounds.exactOptional(),
  serious: bounds.exactOptional(),
})

/** The points of every product, with unit, decimals and range: whoever sees a device reads its values by them. */
export const productPoints = defineOperation({
  title: ['产品的测点', 'Points of a product'],
  method: 'GET',
  path: '/cloud/v1/product/points',
  access: { key: 'device:list' },
  tenant: { none: 'models are the same for everyone' },
  input: z.strictObject({}),
  output: z.array(z.object({ productId: z.string(), points: z.array(pointSchema) })),
})

/**
 * Sets a product's command map, from the next command on; null: the default. Products belong to everyone, so this
 * requires seeing the whole platform. Refuses what `commandMapProblems` finds, and products whose commands are no RPC.
 */
export const saveCommandMap = defineOperation({
  title: ['保存产品的指令映射', 'Save the command map of a product'],
  method: 'POST',
  path: '/cloud/v1/product/saveCommandMap',
  access: { key: 'product:edit' },
  callers: 'people-and-programs',
  tenant: 'everything',
  audit: 'product.update',
  input: z.strictObject({
    id: z.string().min(1).max(40),
    /** Of the product, as it was read. */
    version: z.int().min(0),
    commandMap: commandMapSchema.nullable(),
  }),
  output: z.literal(true),
})
