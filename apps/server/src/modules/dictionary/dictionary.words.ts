import { BUILT_IN_DICTIONARIES } from '@sluice/contract'
import type { BuiltInWords } from '../../platform/resource/built-in-words.ts'

/** The names of the types, by their key. */
export const TYPE_WORDS: BuiltInWords = Object.fromEntries(
  BUILT_IN_DICTIONARIES.map(({ dictType, dictName, englishName }) => [
    dictType,
    { 'zh-CN': dictName, 'en-US': englishName },
  ]),
)

/** The words of the entries: by `<type>.<value>`. */
export const ENTRY_WORDS: BuiltInWords = Object.fromEntries(
  BUILT_IN_DICTIONARIES.flatMap(({ dictType, entries }) =>
    entries.map(([value, label, english]) => [`${dictType}.${value}`, { 'zh-CN': label, 'en-US': english }]),
  ),
)
