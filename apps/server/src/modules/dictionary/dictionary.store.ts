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
 * type or entry with the same key is taken over with its words. Safe for several processes that start together. Only
 * rows that differ are written.
 */
export async function syncBuiltIn(tx: Connection, types: readonly BuiltInType[]): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('dictionary.start', 0))")
  await bringTypes(tx, types)
  await bringEntries(
    tx,
    types.flatMap(({ dictType, entries }) => entries.map((entry, at) => ({ dictType, entry, sort: (at + 1) * 10 }))),
  )
}

async function bringTypes(tx: Connection, types: readonly BuiltInType[]): Promise<void> {
  const keys = types.map(({ dictType }) => dictType)
  await tx.query(
    `update dict_type set builtin = not builtin where builtin <> (dict_type = any($1::text[])) and not deleted`,
    [keys],
  )
  // An operator's type may already have the name: the key then distinguishes them.
  await tx.query(
    `insert into dict_type (dict_type, dict_name, builtin)
     select b.key, case when exists (select from dict_type t where t.dict_name = b.name and not t.deleted)
       then b.name || ' (' || b.key || ')' else b.name end, true
     from unnest($1::text[], $2::text[]) with ordinality as b (key, name, place)
     where not exists (select from dict_type t where t.dict_type = b.key and not t.deleted) order by b.place`,
    [keys, types.map(({ dictName }) => dictName)],
  )
}

interface PlacedEntry {
  dictType: string
  entry: BuiltInEntry
  sort: number
}

async function bringEntries(tx: Connection, placed: readonly PlacedEntry[]): Promise<void> {
  const keys = placed.map(({ dictType }) => dictType)
  const values = placed.map(({ entry: [value] }) => value)
  await tx.query(
    `update dict_entry e set builtin = false from dict_type t
     where t.id = e.type_id and e.builtin and t.dict_type = any($1::text[]) and not t.deleted
       and (t.dict_type, e.dict_value) not in (select * from unnest($1::text[], $2::text[]))`,
    [keys, values],
  )
  await tx.query(
    `insert into dict_entry (type_id, dict_value, dict_label, dict_sort, list_class, builtin)
     select t.id, b.value, b.label, b.sort, b.class, true
     from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::text[]) with ordinality
       as b (key, value, label, sort, class, place)
     join dict_type t on t.dict_type = b.key and not t.deleted
     where not exists (
       select from dict_entry e where e.type_id = t.id and e.dict_value = b.value and e.builtin and not e.deleted)
     order by b.place
     on conflict (type_id, dict_value) where not deleted do update set builtin = true where not dict_entry.builtin`,
    [
      keys,
      values,
      placed.map(({ entry: [, label] }) => label),
      placed.map(({ sort }) => sort),
      placed.map(({ entry: [, , , listClass = null] }) => listClass),
    ],
  )
}
