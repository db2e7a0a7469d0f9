import { LANGUAGES, type Language } from '@sluice/contract'

/** The names of built-in rows in each language, by a code that never changes. */
export type BuiltInWords = Readonly<Record<string, Readonly<Record<Language, string>>>>

/** Rows are stored in this language. */
export const STORED_LANGUAGE: Language = 'zh-CN'

/** A field that has words in every language: of built-in values, or in a column of the row. */
export type WordedField =
  | {
      /** SQL of the code over the row `{row}`, e.g. `{row}.code`. */
      readonly code: string
      readonly words: BuiltInWords
    }
  | {
      /** The column of the word in the other language; empty: as stored. */
      readonly column: string
    }

/** Field -> words, of one resource. */
export type WordedFields = Readonly<Record<string, WordedField>>

/** The word of a row for a reader. A renamed row, or one that is not built in, has its stored name. */
export function wordFor(words: BuiltInWords, code: string | null, stored: string, language: Language): string {
  const known = code === null ? undefined : words[code]
  return known?.[STORED_LANGUAGE] === stored ? known[language] : stored
}

const texts = new WeakMap<BuiltInWords, ReadonlyMap<Language, string>>()

/** The same as one JSON value for the database: code -> the stored word -> the word in `language`. */
export function wordsAsJson(words: BuiltInWords, language: Language): string {
  const known = texts.get(words) ?? new Map(LANGUAGES.map((one) => [one, jsonOf(words, one)]))
  texts.set(words, known)
  return known.get(language)!
}

function jsonOf(words: BuiltInWords, language: Language): string {
  const entries = Object.entries(words).map(([code, said]) => [code, { [said[STORED_LANGUAGE]]: said[language] }])
  return JSON.stringify(Object.fromEntries(entries))
}
