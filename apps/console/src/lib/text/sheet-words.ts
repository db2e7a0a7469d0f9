import { type Field, FIELD_REASONS, type Resource, RESOURCES, type SheetWords } from '@sluice/contract'
import { byName, t, textsUnder } from './text.ts'
import { shownUnit, wayFrom } from './units.ts'

const NOTES = [
  'explain',
  'column',
  'required',
  'allowed',
  'example',
  'refused',
  'row',
  'reason',
  'secrets',
  'result',
] as const

type Word = readonly [key: string, word: string]

/** The words of the values that a field may have. */
function wordsOf(field: Field): readonly Word[] {
  if ('named' in field) return textsUnder(`${field.named}.`)
  if (field.kind !== 'enum' && field.kind !== 'enums') return []
  return field.values.map((value) => {
    const key = `${field.enumName}.${value}`
    return [key, byName(`enum.${key}`, value)]
  })
}

/** The words of all fields of all resources, with those of their lists of values, and of what calls write down. */
function wordsOfFields(): readonly Word[] {
  const all = Object.values(RESOURCES).flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, of]) => [
      [`${name}.${field}`, byName(`${name}.${field}`, field)] as const,
      ...(of.kind === 'enum' || of.kind === 'enums' ? wordsOf(of) : []),
    ]),
  )
  return [...all, ...textsUnder('logged.')]
}

/**
 * The same for a sheet that people read: its measured quantities are told in their units, which its headings say. What is
 * imported has none of it.
 */
export function exportWords(resource: Resource): SheetWords {
  const told = Object.entries(resource.fields).flatMap(([name, field]) =>
    'measured' in field && field.measured && wayFrom(field.unit) ? [[name, shownUnit(field.unit)!] as const] : [],
  )
  return { ...sheetWords(resource), ...(told.length > 0 ? { units: Object.fromEntries(told) } : {}) }
}

/** The words of a resource in the user's language, for sheets that the server writes and reads. */
export function sheetWords(resource: Resource): SheetWords {
  const fields = Object.entries(resource.fields)
  const told = fields.some(([, field]) => field.kind === 'json' && field.tellsFields) ? wordsOfFields() : []
  const values = [...fields.flatMap(([, field]) => wordsOf(field)), ...told]
  return {
    title: byName(`resource.${resource.name}`),
    labels: Object.fromEntries(fields.map(([name]) => [name, byName(`${resource.name}.${name}`, name)])),
    values: Object.fromEntries(values),
    reasons: Object.fromEntries(FIELD_REASONS.map((reason) => [reason, byName(`reason.${reason}`, reason)])),
    yes: t('state.yes'),
    no: t('state.no'),
    notes: Object.fromEntries(NOTES.map((note) => [note, t(`sheet.${note}`)])),
  }
}
