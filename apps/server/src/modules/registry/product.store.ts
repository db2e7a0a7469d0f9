import type { CommandMap, ProductPoint } from '@sluice/contract'
import type { Connection, Sql } from '../../platform/db/db.ts'

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

/** The points of every product as screens draw them. */
export async function pointsOfProducts(db: Sql): Promise<{ productId: string; points: ProductPoint[] }[]> {
  const { rows } = await db.query<{ productId: string; points: ProductPoint[] }>(
    `select id as "productId", coalesce((
       select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('key', one->'key', 'kind', one->'kind',
         'unit', one->'unit', 'decimals', one->'decimals', 'min', one->'hardMin', 'max', one->'hardMax')) order by place)
       from jsonb_array_elements(points) with ordinality as listed (one, place)), '[]') as points
     from product order by id`,
  )
  return rows
}
