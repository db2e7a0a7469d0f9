import type { FlowModel, FormValues } from '@sluice/contract'

/** The people, or the departments, that the values of a form name; what cannot be an id of a row is left out. */
export function idsNamed(form: FlowModel['form'], values: FormValues, tag: 'USER' | 'DEPT'): string[] {
  return form.flatMap((item) => {
    const value = values[item.formId]
    return item.tag === tag && typeof value === 'string' && /^\d{1,18}$/.test(value) ? [value] : []
  })
}
