import type {
  BuiltInEntry,
  BuiltInType,
  DictEntry,
  Language,
  dictTypeResource,
  dictEntryResource,
} from '@sluice/contract'
import { wordFor } from '../../platform/resource/built-in-words.ts'
import type { Connection, Sql } from '../../platform/db/db.ts'
import { ENTRY_WORDS, TYPE_WORDS } from './dictionary.words.ts'
import type { Computed, Worded } from '../../platform/resource/resource-change.ts'

/** Fields of the type resource that are no column. */
export const typeComputed: Computed<typeof dictTypeResource> = {
  entryCount: 'select count(*) from dict_entry e where e.type_id = t.id and not e.deleted',
}

export const typeWords: Worded<typeof dictTypeResource> = { dictName: { code: '{row}.dict_type', words: TYPE_WORDS } }
export const entryWords: Worded<typeof dictEntryResource> = {
  dictLabel: {
    code: "(select d.dict_type from dict_type d where d.id = {row}.type_id) || '.' || {row}.dict_value",
    words: ENTRY_WORDS,
  },
}

/** All entries of a type, in their order; a switched-off type has only switched-off entries (DC-4). */
export async function readEntries(db: Sql, dictType: string, language: Language): Promise<DictEntry[]> {
  const { rows } = await db.query<DictEntry & Record<string, unknown>>(
    `select e.id, t.dict_type as "dictType", e.dict_label as "dictLabel", e.dict_value as "dictValue",
       e.dict_sort as "dictSort", e.list_class as "listClass", e.css_class as "cssClass",
       case when e.status = 'NORMAL' and t.status = 'NORMAL' then '0' else '1' end as "dictStatus",
       e.parent_id as "parentId"
     from dict_entry e join dict_type t on t.id = e.type_id
     where t.dict_type = $1 and not t.deleted and not e.deleted order by e.dict_sort, e.id`,
    [dictType],
  )
  return rows.map((row) => ({
    ...row,
    dictLabel: wordFor(ENTRY_WORDS, `${dictType}.${row.dictValue}`, row.dictLabel, language),
  }))
}

/** The type of an entry that has no parent itself; undefined when there is no such entry. */
export async function typeOfTop(tx: Sql, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ type_id: string }>(
    'select type_id from dict_entry where id = $1 and parent_id is null and not deleted',
    [id],
  )
  return rows[0]?.type_id
}

/** Of the entries of a type one is the default. */
export async function clearOtherDefaults(tx: Connection, typeId: string, id: string): Promise<void> {
  await tx.query('update dict_entry set is_default = false where type_id = $1 and id <> $2 and is_default', [
    typeId,
    id,
  ])
}

/** A restored entry is no longer the default if another one is by now. */
export async function yieldDefault(tx: Connection, typeId: string, id: string): Promise<void> {
  await tx.query(
    `update dict_entry set is_default = false where id = $2 and is_default and exists (
       select 1 from dict_entry e where e.type_id = $1 and e.id <> $2 and e.is_default and not e.deleted)`,
    [typeId, id],
  )
}

/**
 * Brings the program's dictionaries into the tables: new types and entries are added, known ones keep what the operator
 * changed (word, colour, order, state), and those the program no longer has become the operator's own. An operator's
 * type or entry with the same key is taken over with its words. Safe for several processes that start together.
 */
export async function syncBuiltIn(tx: Connection, types: readonly BuiltInType[]): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('dictionary.start', 0))")
  const keys = types.map(({ dictType }) => dictType)
  await tx.query('update dict_type set builtin = false where builtin and not dict_type = any($1::text[])', [keys])
  for (const type of types) {
    const typeId = await bringType(tx, type)
    const values = type.entries.map(([value]) => value)
    await tx.query(
      'update dict_entry set builtin = false where type_id = $1 and builtin and not dict_value = any($2::text[])',
      [typeId, values],
    )
    for (const [at, entry] of type.entries.entries()) await bringEntry(tx, typeId, entry, (at + 1) * 10)
  }
}

async function bringType(tx: Connection, { dictType, dictName }: BuiltInType): Promise<string> {
  const known = await tx.query<{ id: string }>(
    'update dict_type set builtin = true where dict_type = $1 and not deleted returning id',
    [dictType],
  )
  if (known.rows[0]) return known.rows[0].id
  // An operator's type may already have the name: the key then distinguishes them.
  const made = await tx.query<{ id: string }>(
    `insert into dict_type (dict_type, dict_name, builtin) values ($1::text,
       case when exists (select 1 from dict_type where dict_name = $2 and not deleted)
         then $2::text || ' (' || $1::text || ')' else $2::text end, true) returning id`,
    [dictType, dictName],
  )
  return made.rows[0]!.id
}

async function bringEntry(tx: Connection, typeId: string, entry: BuiltInEntry, sort: number): Promise<void> {
  const [value, label, , listClass = null] = entry
  await tx.query(
    `insert into dict_entry (type_id, dict_value, dict_label, dict_sort, list_class, builtin)
     values ($1, $2, $3, $4, $5, true)
     on conflict (type_id, dict_value) where not deleted do update set builtin = true where not dict_entry.builtin`,
    [typeId, value, label, sort, listClass],
  )
}
