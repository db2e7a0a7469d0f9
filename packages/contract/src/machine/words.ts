import { LANGUAGES, type Language } from './language.ts'

/** A name in each language, in the order of `LANGUAGES`. */
export type Words = readonly [zhCN: string, enUS: string]

export function inLanguage(words: Words, language: Language): string {
  return words[LANGUAGES.indexOf(language)]!
}

/** The same by language, as rows of the database are translated. */
export function byLanguage([zhCN, enUS]: Words): Record<Language, string> {
  return { 'zh-CN': zhCN, 'en-US': enUS }
}
