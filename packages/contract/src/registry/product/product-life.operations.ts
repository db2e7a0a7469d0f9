import { z } from 'zod'
import { defineOperation } from '../../machine/operation.ts'

// Apart from the operations with models: the console knows what can be done with a row from its first page on.
const input = z.strictObject({ id: z.string().min(1).max(40) })
const changes = { method: 'POST', access: { key: 'product:edit' }, callers: 'people', tenant: 'everything' } as const

/** No new devices of it; those there are stay as they are. */
export const retireProduct = defineOperation({
  title: ['停产产品', 'Retire a product'],
  ...changes,
  path: '/cloud/v1/product/retire',
  audit: 'product.retire',
  input,
  output: z.literal(true),
})

/** The opposite of `retireProduct`. */
export const reviveProduct = defineOperation({
  title: ['恢复生产产品', 'Put a product back on sale'],
  ...changes,
  path: '/cloud/v1/product/revive',
  audit: 'product.revive',
  input,
  output: z.literal(true),
})
