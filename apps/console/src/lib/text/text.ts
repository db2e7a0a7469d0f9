import { insideSentence, LANGUAGES, type Language } from '@sluice/contract'
import type { TOptions } from 'i18next'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { textForms } from '../../texts/plural.ts'
import type { TextKey, Texts } from '../../texts/zh-CN.ts'
import { descriptorTexts } from './descriptor-texts.ts'

const STORAGE_KEY = 'lang'

const LOADERS: Record<Language, () => Promise<Texts>> = {
  'zh-CN': () => import('../../texts/zh-CN.ts').then((texts) => texts.zhCN),
  'en-US': () => import('../../texts/en-US.ts').then((texts) => texts.enUS),
}

/** Names that this platform gave otherwise than the program: of what, and in each language by key. */
const own = new Map<string, OwnTexts>()
type OwnTexts = (language: Language) => readonly (readonly [key: string, text: string])[]

/** They stand before those of the program, in the language of now and in every later one; no others take them back. */
export function setOwnTexts(of: 'deviceType' | 'fault', texts: OwnTexts): void {
  const before = own.get(of) ?? (() => [])
  for (const language of LANGUAGES) {
    if (!i18next.hasResourceBundle(language, 'translation')) continue
    const back = before(language).map(([key]) => [key, ofProgram.get(language)?.[key]] as const)
    i18next.addResources(language, 'translation', Object.fromEntries([...back, ...texts(language)]))
  }
  own.set(of, texts)
}

const ofProgram = new Map<Language, Readonly<Record<string, string>>>()

/** The texts of the catalogues and those of the descriptors of screens, resources and fields. */
async function loadTexts(language: Language): Promise<Readonly<Record<string, string>>> {
  const [catalogue, { errorWords }] = await Promise.all([LOADERS[language](), import('./error-words.ts')])
  const texts = { ...descriptorTexts(language), ...errorWords(language), ...textForms(catalogue) }
  ofProgram.set(language, texts)
  return { ...texts, ...Object.fromEntries([...own.values()].flatMap((ofOne) => ofOne(language))) }
}

export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY)
  return LANGUAGES.find((language) => language === stored) ?? 'zh-CN'
}

export function hasChosenLanguage(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== null
}

/** Loads the language's texts first, so that no bare key is ever drawn. */
export async function startTexts(language: Language = storedLanguage()): Promise<void> {
  const texts = await loadTexts(language)
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
  i18next.services.formatter?.add('inside', insideSentence)
  document.documentElement.lang = language
}

/** Calls the listener at every change of the language except the first. */
export function whenLanguageChanges(listener: () => void): void {
  i18next.on('languageChanged', listener)
}

/** `keep` leaves the stored choice alone, for a language that the user did not choose. */
export async function changeLanguage(language: Language, choice: 'store' | 'keep' = 'store'): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await loadTexts(language))
  }
  await i18next.changeLanguage(language)
  if (choice === 'store') localStorage.setItem(STORAGE_KEY, language)
  document.documentElement.lang = language
}

export function currentLanguage(): Language {
  return LANGUAGES.find((language) => language === i18next.language) ?? 'zh-CN'
}

/** The text with its facts; the number `n` decides which sentence of a plural it is. One with commas is not one thing. */
export function t(key: TextKey, facts: TOptions = {}): string {
  return i18next.t(key, 'n' in facts ? { ...facts, count: Number(facts['n']) } : facts)
}

/** Texts found by convention (`<resource>.<field>`, `enum.<name>.<VALUE>`); an unknown name returns the fallback. */
export function byName(key: string, fallback: string = key): string {
  return i18next.exists(key) ? i18next.t(key) : fallback
}

/** Every text of the current language whose key begins with the prefix. */
export function textsUnder(prefix: string): [string, string][] {
  const texts = i18next.getResourceBundle(i18next.language, 'translation') as Readonly<Record<string, string>>
  return Object.entries(texts).filter(([key]) => key.startsWith(prefix))
}

/** The texts of the current language; the component draws again when the language changes. */
export function useText(): { t: typeof t; byName: typeof byName; language: Language } {
  useTranslation()
  return { t, byName, language: currentLanguage() }
}
