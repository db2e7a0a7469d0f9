import { FIELD_RIGHTS, formProblems, type FormValues } from '@sluice/contract'
import { useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Segment } from '../../../parts/button/segment.tsx'
import { useDesigner } from '../designer/designer.ts'
import { FlowForm } from '../form/flow-form.tsx'
import type { FormNames } from '../form/form-text.ts'

interface PreviewProps {
  values: FormValues
  onChange: (values: FormValues) => void
  names: FormNames
}

/** The form as its starter sees it, on a telephone or a desk; it can be filled in, and nothing is kept. */
export function FormPreview({ values, onChange, names }: PreviewProps) {
  const { t } = useText()
  const { model } = useDesigner()
  const [width, setWidth] = useState<'phone' | 'desk'>('phone')
  const [isSent, setSent] = useState(false)
  const { form, process } = model
  const right = (formId: string) => process.start.rights[formId] ?? FIELD_RIGHTS.edit
  const problems = isSent ? formProblems(form, values, (formId) => right(formId) === FIELD_RIGHTS.edit) : {}
  return (
    <section className={`form-preview ${width}`} aria-label={t('flow.preview')}>
      <div className="row between">
        <h2>{t('flow.preview')}</h2>
        <div className="segments" role="group" aria-label={t('flow.previewWidth')}>
          {(['phone', 'desk'] as const).map((one) => (
            <Segment key={one} on={one === width} onClick={() => setWidth(one)}>
              {t(`flow.preview.${one}`)}
            </Segment>
          ))}
        </div>
      </div>
      <div className="form-preview-frame">
        <FlowForm
          items={form}
          values={values}
          rights={process.start.rights}
          problems={problems}
          names={names}
          onChange={onChange}
        />
        <Button kind="theme" onClick={() => setSent(true)}>
          {t('flow.previewSubmit')}
        </Button>
      </div>
      <p className="hint">{t('flow.previewHint')}</p>
    </section>
  )
}
