import type { DictEntry, Language } from '@sluice/contract'
import type { Sql } from '../db/db.ts'

/** All entries of a dictionary in their order, in the words of a language; an unknown type has none. */
export type DictionarySource = (db: Sql, type: string, language: Language) => Promise<readonly DictEntry[]>
