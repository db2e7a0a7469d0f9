import { FIELD_RIGHTS } from '@sluice/contract'
import { useText } from '../../../../lib/text/text.ts'
import { Segment } from '../../../../parts/button/segment.tsx'
import { type Right, withRight } from '../../form-designer/form-edit.ts'
import { useDesigner } from '../designer.ts'

const RIGHTS: readonly Right[] = [FIELD_RIGHTS.hidden, FIELD_RIGHTS.read, FIELD_RIGHTS.edit]

interface RightChoiceProps {
  /** Null for the start. */
  step: string | null
  formId: string
  label: string
  right: Right
}

/** What may be done with a field at a step (WD-11). */
export function RightChoice({ step, formId, label, right }: RightChoiceProps) {
  const { t } = useText()
  const { model, change, isFixed } = useDesigner()
  return (
    <div className="segments" role="group" aria-label={label}>
      {RIGHTS.map((one) => (
        <Segment key={one} on={one === right} onClick={() => !isFixed && change(withRight(model, step, formId, one))}>
          {t(`flow.right.${one}`)}
        </Segment>
      ))}
    </div>
  )
}

/** The fields of the form with what may be done with each of them at this step. */
export function RightsFields({ step, rights }: { step: string | null; rights: Readonly<Record<string, Right>> }) {
  const { t } = useText()
  const { model } = useDesigner()
  const fields = model.form.filter(({ tag }) => tag !== 'NOTE')
  if (fields.length === 0) return <p className="hint">{t('flow.noFields')}</p>
  const usual = step === null ? FIELD_RIGHTS.edit : FIELD_RIGHTS.read
  return (
    <ul className="flow-rights">
      {fields.map(({ formId, label }) => (
        <li key={formId}>
          <span className="clip">{label}</span>
          <RightChoice step={step} formId={formId} label={label} right={rights[formId] ?? usual} />
        </li>
      ))}
    </ul>
  )
}
