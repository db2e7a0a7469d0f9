import { FIELD_RIGHTS, type FlowModel, type FormValues, placesOf } from '@sluice/contract'

const TITLE_FIELDS = 3
const TITLE_LENGTH = 100

/** A request in a few words: its first answers, without those that somebody on the way must not see. */
export function titleOf({ form, process }: FlowModel, values: FormValues): string | undefined {
  const hidden = new Set(
    [...placesOf(process.steps)].flatMap(({ step }) =>
      step.kind === 'APPROVAL'
        ? Object.keys(step.rights).filter((field) => step.rights[field] === FIELD_RIGHTS.hidden)
        : [],
    ),
  )
  const words = form.flatMap(({ formId, tag, unit }) => {
    const value = values[formId] ?? null
    if (hidden.has(formId) || value === null || value === '') return []
    if (tag === 'AMOUNT') return typeof value === 'number' ? [`¥${(value / 100).toFixed(2)}`] : []
    if (tag === 'NUMBER') return [`${String(value)}${unit ? ` ${unit}` : ''}`]
    if (tag === 'DATE_RANGE' || tag === 'TIME_RANGE')
      return typeof value === 'object' && 'from' in value
        ? [`${value.from.replace('T', ' ')} – ${value.to.replace('T', ' ')}`]
        : []
    return ['INPUT', 'TEXTAREA', 'RADIO', 'SELECT', 'DATE'].includes(tag) ? [String(value)] : []
  })
  const title = words.slice(0, TITLE_FIELDS).join(' · ').replaceAll(/\s+/g, ' ').slice(0, TITLE_LENGTH)
  return title === '' ? undefined : title
}
