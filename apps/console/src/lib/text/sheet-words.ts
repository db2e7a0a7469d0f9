import { FIELD_REASONS, type Resource, type SheetWords } from '@sluice/contract'
import { byName, t, textsUnder } from './text.ts'

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

/** The words of a resource in the user's language, for sheets that the server writes and reads. */
export function sheetWords(resource: Resource): SheetWords {
  const fields = Object.entries(resource.fields)
  const values = fields.flatMap(([, field]) =>
    'named' in field
      ? textsUnder(`${field.named}.`)
      : field.kind === 'enum'
        ? field.values.map((value) => {
            const key = `${field.enumName}.${value}`
            return [key, byName(`enum.${key}`, value)]
          })
        : [],
  )
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
