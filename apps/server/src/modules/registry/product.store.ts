import type { CommandMap } from '@sluice/contract'
import type { Connection } from '../../platform/db/db.ts'

export interface ProductRow {
  productNo: string
  version: number
  commandMap: CommandMap | null
}

/** A product that stays as it is until the transaction ends. */
export async function lockProduct(tx: Connection, id: string): Promise<ProductRow | undefined> {
  const { rows } = await tx.query<ProductRow & Record<string, unknown>>(
    'select product_no as "productNo", version, command_map as "commandMap" from product where id = $1 for update',
    [id],
  )
  return rows[0]
}

export async function setCommandMap(tx: Connection, id: string, commandMap: CommandMap | null): Promise<void> {
  await tx.query('update product set command_map = $2, version = version + 1, update_time = now() where id = $1', [
    id,
    commandMap && JSON.stringify(commandMap),
  ])
}
