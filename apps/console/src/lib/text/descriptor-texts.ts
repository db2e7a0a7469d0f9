import {
  ENTRY_NAMES,
  type FieldOf,
  inLanguage,
  type Language,
  fieldsOfKind,
  RESOURCES,
  type Words,
} from '@sluice/contract'

function* wordsOfContract(): Generator<[key: string, words: Words]> {
  for (const [name, title] of Object.entries(ENTRY_NAMES)) yield [`menu.${name}`, title]
  for (const { name, names, fields, states, detail } of Object.values(RESOURCES)) {
    yield [`resource.${name}`, names.many]
    yield [`one.${name}`, names.one]
    if (detail) yield [`menu.${name}Detail`, asTitle(names.one)]
    for (const [field, { label }] of Object.entries(fields)) if (label) yield [`${name}.${field}`, label]
    for (const field of Object.values(fields)) if (field.kind === 'enum') yield* wordsOfValues(field)
    for (const [field, lines] of fieldsOfKind({ fields }, 'lines')) yield* wordsOfLines(`${name}.${field}`, lines)
    for (const { name: verb, verb: said, confirm } of states?.transitions ?? []) {
      yield [`transition.${name}.${verb}`, said]
      if (confirm) yield [`ask.${name}.${verb}`, confirm]
    }
  }
}

function* wordsOfLines(prefix: string, { fields }: FieldOf<'lines'>): Generator<[key: string, words: Words]> {
  for (const [name, field] of Object.entries(fields)) {
    if (field.label) yield [`${prefix}.${name}`, field.label]
    if (field.kind === 'enum') yield* wordsOfValues(field)
  }
}

function* wordsOfValues({ enumName, words = {} }: FieldOf<'enum'>): Generator<[key: string, words: Words]> {
  for (const [value, said] of Object.entries(words)) yield [`enum.${enumName}.${value}`, said]
}

/** Words that stand alone begin with a capital. */
const asTitle = ([zhCN, enUS]: Words): Words => [zhCN, enUS.charAt(0).toUpperCase() + enUS.slice(1)]

/** Texts from the contract: names of screens, resources and fields, under the keys of other texts. */
export function descriptorTexts(language: Language): Record<string, string> {
  return Object.fromEntries([...wordsOfContract()].map(([key, words]) => [key, inLanguage(words, language)]))
}
