import { type DictEntry, fieldsOfKind, type SheetWords } from '@sluice/contract'
import type { Sql } from '../db/db.ts'
import type { CallContext } from '../http/mount-operation.ts'
import type { MountedResource } from '../resource/resource-change.ts'
import { dictKey } from './sheet-kinds.ts'

/** The text of each value in a sheet: its word, or the value itself where the word would be ambiguous. */
function wordsOf(entries: readonly DictEntry[]): [value: string, word: string][] {
  return entries.map(({ dictValue, dictLabel }) => {
    const isClear = entries.every((other) => other.dictValue === dictValue || !saysOf(other, dictLabel))
    return [dictValue, isClear ? dictLabel : dictValue]
  })
}

const saysOf = ({ dictValue, dictLabel }: DictEntry, text: string) => dictValue === text || dictLabel === text

/** The words of a sheet with those of the dictionaries that the resource's fields use. */
export async function withDictionaries(
  { api, shape }: MountedResource,
  db: Sql,
  words: SheetWords,
  { language }: Pick<CallContext, 'language'>,
): Promise<SheetWords> {
  const values = { ...words.values }
  for (const [, { type }] of fieldsOfKind(shape.resource, 'dictionary')) {
    for (const [value, word] of wordsOf(await api.dictionary(db, type, language))) values[dictKey(type, value)] = word
  }
  return { ...words, values }
}
