import { placesOf } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { useDesigner } from '../designer/designer.ts'
import { RightChoice } from '../designer/panel/rights-fields.tsx'

/** What may be done with every field at every step (WD-11). */
export function RightsMatrix() {
  const { t } = useText()
  const { model } = useDesigner()
  const { form, process } = model
  const steps = [
    { id: null, name: t('flow.start'), rights: process.start.rights, usual: 2 as const },
    ...[...placesOf(process.steps)].flatMap(({ step }) =>
      step.kind === 'APPROVAL' ? [{ id: step.id, name: step.name, rights: step.rights, usual: 1 as const }] : [],
    ),
  ]
  return (
    <div className="card flow-matrix">
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">{t('flow.diff.of.field')}</th>
            {steps.map(({ id, name }) => (
              <th key={id ?? ''} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {form
            .filter(({ tag }) => tag !== 'NOTE')
            .map(({ formId, label }) => (
              <tr key={formId}>
                <th scope="row">{label}</th>
                {steps.map(({ id, name, rights, usual }) => (
                  <td key={id ?? ''}>
                    <RightChoice
                      step={id}
                      formId={formId}
                      label={t('flow.rightAt', { field: label, step: name })}
                      right={rights[formId] ?? usual}
                    />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
