/**
 * A text about a number `{{n}}` in a language that writes one thing otherwise than several: a whole sentence for each, of
 * which `Intl.PluralRules` picks one.
 */
interface Plural {
  one: string
  other: string
}

/** One sentence of a language, or one for each number that the language tells apart. */
export type Text = string | Plural

/** The texts by key, the sentences of a plural as `<key>_one` and `<key>_other`, as i18next names them. */
export function textForms(texts: Readonly<Record<string, Text>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string'
        ? [[key, text] as const]
        : ([[`${key}_one`, text.one] as const, [`${key}_other`, text.other] as const] as const),
    ),
  )
}
