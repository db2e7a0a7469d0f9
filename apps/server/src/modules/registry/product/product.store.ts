import {
  type CommandMap,
  commandMapOf,
  isDefaultMap,
  type ProductModel,
  type ProductPoint,
  type ProductVersion,
} from '@sluice/contract'
import { metricsOf } from '@sluice/devices'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { iso } from '../../../platform/db/iso-time.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

export interface ProductRow {
  id: string
  productNo: string
  protocol: string
  nodeKind: 'DIRECT' | 'GATEWAY' | 'SLAVE'
  /** Of the row, for whoever read it earlier. */
  version: number
  versionNo: number
  status: 'DRAFT' | 'PUBLISHED' | 'RETIRED'
  commandMap: CommandMap | null
  draft: ProductModel | null
  draftBase: number | null
  draftTime: string | null
  draftBy: string | null
  /** The model in force. */
  model: ProductModel | null
}

const ROW = `select p.id, p.product_no as "productNo", p.protocol, p.node_kind as "nodeKind", p.version, p.version_no as "versionNo", p.status,
    p.command_map as "commandMap", p.draft, p.draft_base as "draftBase", ${iso('p.draft_time')} as "draftTime",
    p.draft_by as "draftBy", v.model
  from product p left join product_version v on v.product_id = p.id and v.version_no = p.version_no`

export async function findProduct(db: Sql, id: string): Promise<ProductRow | undefined> {
  const { rows } = await db.query<ProductRow & Record<string, unknown>>(`${ROW} where p.id = $1`, [id])
  return rows[0]
}

/** A product that stays as it is until the transaction ends. */
export async function lockProduct(tx: Connection, id: string): Promise<ProductRow | undefined> {
  const { rows } = await tx.query<ProductRow & Record<string, unknown>>(`${ROW} where p.id = $1 for update of p`, [id])
  return rows[0]
}

/** The same by its number; it may not exist yet, so that all who seed at once wait for each other. */
export async function lockProductNo(tx: Connection, productNo: string): Promise<ProductRow | undefined> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('product.' || $1, 0))", [productNo])
  const { rows } = await tx.query<ProductRow & Record<string, unknown>>(
    `${ROW} where p.product_no = $1 for update of p`,
    [productNo],
  )
  return rows[0]
}

/** A product without a version, described by its draft. Undefined where the number is taken. */
export async function insertProduct(
  tx: Connection,
  draft: ProductModel,
  by: string | null,
): Promise<string | undefined> {
  const { productNo, name, englishName, deviceTypeCode, nodeKind, protocol } = draft
  const { rows } = await tx.query<{ id: string }>(
    `insert into product (product_no, name, english_name, device_type_code, node_kind, protocol, status, draft,
       draft_base, draft_time, draft_by)
     values ($1, $2, $3, $4, $5, $6, 'DRAFT', $7, 0, now(), $8)
     on conflict (product_no) do nothing returning id`,
    [productNo, name, englishName, deviceTypeCode, nodeKind, protocol, JSON.stringify(draft), by],
  )
  return rows[0]?.id
}

/** A product that was never published shows what its draft says of it. */
export async function saveDraft(
  tx: Connection,
  { id, versionNo }: Pick<ProductRow, 'id' | 'versionNo'>,
  draft: ProductModel,
  by: string | null,
): Promise<void> {
  await tx.query(
    `update product set draft = $2, draft_base = version_no, draft_time = now(), draft_by = $3, version = version + 1
     where id = $1`,
    [id, JSON.stringify(draft), by],
  )
  if (versionNo > 0) return
  await tx.query(
    'update product set name = $2, english_name = $3, device_type_code = $4, node_kind = $5, protocol = $6 where id = $1',
    [id, draft.name, draft.englishName, draft.deviceTypeCode, draft.nodeKind, draft.protocol],
  )
}

export async function dropDraft(tx: Connection, id: string): Promise<void> {
  await tx.query(
    `update product set draft = null, draft_base = null, draft_time = null, draft_by = null, version = version + 1
     where id = $1`,
    [id],
  )
}

export async function deleteProduct(tx: Connection, id: string): Promise<void> {
  await tx.query('delete from product where id = $1', [id])
}

export async function setStatus(tx: Connection, id: string, status: ProductRow['status']): Promise<void> {
  await tx.query('update product set status = $2, version = version + 1, update_time = now() where id = $1', [
    id,
    status,
  ])
}

export interface NewVersion {
  model: ProductModel
  hash: string
  origin: ProductVersion['origin']
  note: string
  /** The name of who published it. */
  by: string | null
}

/** Stores a version under the next number, and puts it in force or not. */
export async function addVersion(
  tx: Connection,
  productId: string,
  { model, hash, origin, note, by }: NewVersion,
  inForce: boolean,
): Promise<number> {
  const { rows } = await tx.query<{ versionNo: number }>(
    `insert into product_version (product_id, version_no, model, hash, origin, note, by_name, in_force_from)
     select $1, coalesce(max(version_no), 0) + 1, $2, $3, $4, $5, $6, case when $7 then now() end
     from product_version where product_id = $1 returning version_no as "versionNo"`,
    [productId, JSON.stringify(model), hash, origin, note, by, inForce],
  )
  const { versionNo } = rows[0]!
  if (inForce) await putInForce(tx, productId, model, versionNo)
  return versionNo
}

/** What lists, forms and devices read of a product is what its version in force says. */
async function putInForce(tx: Connection, id: string, model: ProductModel, versionNo: number): Promise<void> {
  const { metrics = [] } = model
  const map = commandMapOf(model)
  await tx.query(
    `update product set name = $2, english_name = $3, device_type_code = $4, node_kind = $5, protocol = $6, points = $7,
       commands = $8, command_map = $9, metrics = $10, version_no = $11, version = version + 1, update_time = now(),
       status = case status when 'DRAFT' then 'PUBLISHED' else status end
     where id = $1`,
    [
      id,
      model.name,
      model.englishName,
      model.deviceTypeCode,
      model.nodeKind,
      model.protocol,
      JSON.stringify(pointsOf(model)),
      JSON.stringify(model.commands),
      map === null || isDefaultMap(map) ? null : JSON.stringify(map),
      JSON.stringify(metrics),
      versionNo,
    ],
  )
}

function pointsOf({ points, metrics }: ProductModel): object[] {
  const metricOf = metricsOf(metrics)
  return points.map((key) => metricOf(key) ?? { key })
}

/** Whether the program brought such a model. */
export async function hasProgramVersion(tx: Connection, productId: string, hash: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select from product_version where product_id = $1 and hash = $2 and origin = 'PROGRAM'`,
    [productId, hash],
  )
  return rows.length > 0
}

/** What the program brought at earlier starts: `<number of the product> <hash of the model>`. */
export async function programVersions(db: Sql): Promise<Set<string>> {
  const { rows } = await db.query<{ version: string }>(
    `select p.product_no || ' ' || v.hash as version
     from product p join product_version v on v.product_id = p.id where v.origin = 'PROGRAM'`,
  )
  return new Set(rows.map(({ version }) => version))
}

/** The models in force, of one product or of all. */
export async function modelsInForce(db: Sql, productId: string | null): Promise<ProductModel[]> {
  const { rows } = await db.query<{ model: ProductModel }>(
    `select v.model from product p join product_version v on v.product_id = p.id and v.version_no = p.version_no
     where $1::bigint is null or p.id = $1`,
    [productId],
  )
  return rows.map(({ model }) => model)
}

export async function versionModel(db: Sql, productId: string, versionNo: number): Promise<ProductModel | undefined> {
  const { rows } = await db.query<{ model: ProductModel }>(
    'select model from product_version where product_id = $1 and version_no = $2',
    [productId, versionNo],
  )
  return rows[0]?.model
}

/** Newest first. */
export async function versionsOf(db: Sql, productId: string): Promise<ProductVersion[]> {
  const { rows } = await db.query<ProductVersion & Record<string, unknown>>(
    `select version_no as "versionNo", origin, note, hash, by_name as "byName",
       ${iso('create_time')} as "createTime", ${iso('in_force_from')} as "inForceFrom"
     from product_version where product_id = $1 order by version_no desc`,
    [productId],
  )
  return rows
}

/** Devices of a product, of all departments: how many a change of it reaches. */
export async function devicesOf(db: Sql, productId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from device where product_id = $1 and not deleted ${unscopedText('in-use')}`,
    [productId],
  )
  return rows[0]!.count
}

/** Those of the codes that no fault has a name under. */
export async function unknownCodes(db: Sql, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ code: string }>('select code from v_fault_code where code = any($1::text[])', [
    codes,
  ])
  const known = new Set(rows.map(({ code }) => code))
  return new Set(codes.filter((code) => !known.has(code)))
}

/** The points of every product as screens draw them. */
export async function pointsOfProducts(db: Sql): Promise<{ productId: string; points: ProductPoint[] }[]> {
  const { rows } = await db.query<{ productId: string; points: ProductPoint[] }>(
    `select id as "productId", coalesce((
       select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('key', one->'key', 'kind', one->'kind',
         'unit', one->'unit', 'decimals', one->'decimals', 'min', one->'hardMin', 'max', one->'hardMax',
         'name', one->'name', 'values', one->'values', 'warn', one->'warn', 'serious', one->'serious')) order by place)
       from jsonb_array_elements(points) with ordinality as listed (one, place)), '[]') as points
     from product order by id`,
  )
  return rows
}
