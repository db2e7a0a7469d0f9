import type { Database } from '@sluice/server/src/platform/db/db.ts'
import type { Api } from '@sluice/server/src/platform/http/mount-operation.ts'
import { type Field, fieldsOfKind } from '@sluice/contract'
import { neededColumns, neededOfLines, parentColumn } from '@sluice/server/src/platform/resource/resource-shape.ts'
import {
  DEVICE_TABLES,
  isTenantTable,
  tenantFacts,
  tenantTables,
} from '@sluice/server/src/platform/resource/tenant-tables.ts'

async function columnsOf(db: Database): Promise<Map<string, Set<string>>> {
  const { rows } = await db.query<{ table_name: string; column_name: string }>(
    "select table_name, column_name from information_schema.columns where table_schema = 'public'",
  )
  const tables = new Map<string, Set<string>>()
  for (const { table_name: table, column_name: column } of rows) {
    tables.set(table, (tables.get(table) ?? new Set()).add(column))
  }
  return tables
}

/** Foreign keys that cascade, as `table.column other`. */
async function cascadesOf(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ key: string }>(
    `select conrelid::regclass || '.' || attname || ' ' || confrelid::regclass as key from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f' and confdeltype = 'c'`,
  )
  return new Set(rows.map(({ key }) => key))
}

/**
 * Checks that every field of every mounted resource has its column, and that every reference is to a mounted resource.
 */
export async function checkResources(api: Api): Promise<string[]> {
  const tables = await columnsOf(api.db)
  const cascades = await cascadesOf(api.db)
  return api.shapes.flatMap((shape) => {
    const { resource } = shape
    const columns = tables.get(resource.table) ?? new Set()
    const missing = neededColumns(shape)
      .filter((column) => !columns.has(column))
      .map((column) => `${resource.name}: the table ${resource.table} has no column ${column}`)
    const lines = fieldsOfKind(resource, 'lines').flatMap(([name, field]) => [
      ...neededOfLines(resource, field)
        .filter((column) => !tables.get(field.table)?.has(column))
        .map((column) => `${resource.name}.${name}: the table ${field.table} has no column ${column}`),
      ...(cascades.has(`${field.table}.${parentColumn(resource, field)} ${resource.table}`)
        ? []
        : [`${resource.name}.${name}: lines of ${field.table} do not go with their row`]),
    ])
    const fields = [resource.fields, ...fieldsOfKind(resource, 'lines').map(([, field]) => field.fields)].flatMap(
      Object.entries<Field>,
    )
    const dangling = fields.flatMap(([name, field]) =>
      field.kind === 'ref' && !api.resources.has(field.to)
        ? [`${resource.name}.${name}: ${field.to} is not mounted`]
        : [],
    )
    const unlisted =
      resource.scope === 'dept' && !isTenantTable(resource.table)
        ? [`${resource.name}: ${resource.table} is missing in tenant-tables.ts`]
        : []
    return [...missing, ...lines, ...dangling, ...unlisted]
  })
}

/** Checks that the tables with `dept_id` or `device_id` are exactly those in the list of tenant tables. */
export async function checkTenantTables(db: Database): Promise<string[]> {
  const tables = await columnsOf(db)
  const partitions = await db.query<{ name: string }>(
    "select relname as name from pg_class where relispartition and relnamespace = 'public'::regnamespace",
  )
  const parts = new Set(partitions.rows.map(({ name }) => name))
  const known = new Set<string>([...tenantTables(), ...DEVICE_TABLES])
  const unlisted = [...tables].flatMap(([table, columns]) => {
    const isOwned = columns.has('dept_id') || columns.has('device_id')
    return isOwned && !known.has(table) && !parts.has(table)
      ? [`${table} belongs to somebody: add it to tenant-tables.ts`]
      : []
  })
  const wrong = tenantTables().flatMap((table) => {
    const creator = tenantFacts(table)?.creator
    const columns = tables.get(table)
    if (!columns) return [`${table} is in tenant-tables.ts but not in the schema`]
    return ['dept_id', ...(creator ? [creator] : [])]
      .filter((column) => !columns.has(column))
      .map((column) => `${table} has no column ${column}`)
  })
  return [...unlisted, ...wrong]
}
