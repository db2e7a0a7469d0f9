import { byLanguage, ENTRY_NAMES, type Language, ROLE_NAMES, type Words } from '@sluice/contract'
import type { BuiltInWords } from '../../../platform/resource/built-in-words.ts'

function wordsOf(names: Readonly<Record<string, Words>>): BuiltInWords {
  return Object.fromEntries(Object.entries(names).map(([code, words]) => [code, byLanguage(words)]))
}

/** The names of folders, screens and buttons, by the name of the entry. */
export const MENU_WORDS: BuiltInWords = wordsOf(ENTRY_NAMES)

/** By the code of the role. */
export const ROLE_WORDS: BuiltInWords = wordsOf(ROLE_NAMES)

/** The name shown for a user's role that the caller does not see. */
export const HIDDEN_ROLE: Readonly<Record<Language, string>> = {
  'zh-CN': '其他部门的角色',
  'en-US': 'a role of another department',
}
