import type { Sql } from '@sluice/server/src/platform/db/db.ts'
import type { Api, Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'
import { DEVICE_TABLES, tenantTables } from '@sluice/server/src/platform/resource/tenant-tables.ts'
import { inputSchema, sampleOf, type Schema } from './schema-sample.ts'
import { callApi } from '../browser/sign-in.ts'

export interface ForeignIdCheck {
  api: Api
  /** The headers of a user who holds every key and sees one department only. */
  headers: Record<string, string>
  /** Ids of the other department, by kind of row. */
  ids: Readonly<Record<string, string>>
  /** Matches an answer only if it contains a row of the other department. */
  mark: RegExp
}

/**
 * Across departments (TN-6), derived from the schemas: every member of every input that may hold an id gets each id of
 * the other department in turn, once where rows of several kinds have the same. The answer must contain nothing of that
 * department, and a call that changes something must be refused.
 */
export async function checkForeignIds({
  api,
  headers,
  ids,
  mark,
}: ForeignIdCheck): Promise<{ found: string[]; sent: number }> {
  const found: string[] = []
  let sent = 0
  const ask = async (call: Mounted, { what, input, id }: ReturnType<typeof foreignInputs>[number]) => {
    const { code, data } = await callApi(api.http.app, call.method, call.path, input, headers)
    const line = `${call.method} ${call.path} with ${what}`
    if (code === 500) found.push(`${line}: code 500`)
    // The answer may repeat the requested id, as a key or in a sentence.
    if (mark.test(JSON.stringify(data ?? null).replaceAll(id, ''))) found.push(`${line}: a row of another department`)
    if (code === 0 && call.method === 'POST') found.push(`${line}: taken`)
  }
  const kinds = kindsById(ids)
  for (const call of api.mounted) {
    if (call.access === 'public') continue
    const inputs = foreignInputs(call, kinds)
    sent += inputs.length
    for (let at = 0; at < inputs.length; at += AT_ONCE)
      await Promise.all(inputs.slice(at, at + AT_ONCE).map((input) => ask(call, input)))
  }
  return { found, sent }
}

/** Calls under way: as many as the store answers at once. */
const AT_ONCE = 8

/** The kinds of rows that each id belongs to. */
function kindsById(ids: ForeignIdCheck['ids']): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>()
  for (const [kind, id] of Object.entries(ids)) kinds.set(id, kinds.has(id) ? `${kinds.get(id)}, ${kind}` : kind)
  return kinds
}

function foreignInputs(call: Mounted, kinds: ReadonlyMap<string, string>) {
  const schema = inputSchema(call)
  const shapes = schema.properties ? [schema] : (schema.anyOf ?? schema.oneOf ?? [])
  return shapes.flatMap((shape) =>
    Object.entries(shape.properties ?? {}).flatMap(([name, field]) =>
      idPlaces(name, field).flatMap((place) =>
        Array.from(kinds, ([id, what]) => ({
          what: `${name} = a foreign ${what}`,
          id,
          input: { ...(sampleOf(shape, schema) as Record<string, unknown>), [name]: place(id) },
        })),
      ),
    ),
  )
}

/** Puts an id into a member whose name says that it holds one. */
function idPlaces(name: string, field: Schema): ((id: string) => unknown)[] {
  if (!/(^id|Id|^ids|Ids)$/.test(name)) return []
  const kinds = field.anyOf ?? field.oneOf ?? [field]
  return kinds.flatMap(({ type }): ((id: string) => unknown)[] => {
    if (type === 'array') return [(id) => [id]]
    return type === 'string' ? [(id) => id] : []
  })
}

/** What rows of other tables refer to: the id of each tells it from the ids of all others. */
const REFERRED_TO = ['dept', 'sys_user', 'device', 'fault', 'command', 'geo_feature', 'history_import', 'job_run']

/** Rows of a person or a department that carry neither `dept_id` nor `device_id`. */
const BESIDE = ['sensor', 'duty_holiday', 'flow_task']

/** Of ten digits, which no other number in an answer has: tests look for `77000` and five more. */
const MARKED = 7_700_000_001
const PLAIN = 5_000_000_001

/**
 * Gives ids of their own to the rows that are made from now on. Rows of all tables that are not referred to begin with
 * one number: a call that is sent with it asks for each of their rows at once.
 */
export async function markIds(db: Sql): Promise<void> {
  const own = new Map(REFERRED_TO.map((table, at) => [table, MARKED + at * 1000]))
  const common = MARKED + REFERRED_TO.length * 1000
  for (const table of await numbered(db)) await restart(db, table, own.get(table) ?? common)
}

/** Rows that are made from now on have ids without a mark. */
export async function unmarkIds(db: Sql): Promise<void> {
  for (const table of await numbered(db)) await restart(db, table, PLAIN)
}

/** The tables of rows that belong to somebody and are counted. */
async function numbered(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' and table_name = any($1::text[])`,
    [[...REFERRED_TO, ...BESIDE, ...tenantTables(), ...DEVICE_TABLES]],
  )
  return rows.map(({ name }) => name)
}

async function restart(db: Sql, table: string, next: number): Promise<void> {
  await db.query(`alter table ${table} alter column id restart with ${next} /* unscoped:test */`)
}
