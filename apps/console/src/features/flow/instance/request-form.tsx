import { FIELD_RIGHTS, type FlowTrace } from '@sluice/contract'
import { useMemo } from 'react'
import { FlowForm } from '../form/flow-form.tsx'

/** A filled-in form, to be read: the fields that the reader may see. */
export function RequestForm({
  trace: { items, values, names },
}: {
  trace: Pick<FlowTrace, 'items' | 'values' | 'names'>
}) {
  const rights = useMemo(
    () =>
      Object.fromEntries(
        items.map(({ formId, tag }) => [
          formId,
          tag === 'NOTE' || formId in values ? FIELD_RIGHTS.read : FIELD_RIGHTS.hidden,
        ]),
      ),
    [items, values],
  )
  return <FlowForm items={items} values={values} names={names} rights={rights} />
}
