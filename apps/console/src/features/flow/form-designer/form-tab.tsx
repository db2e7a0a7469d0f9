import type { FormValues } from '@sluice/contract'
import type { InputRef } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { usePhone } from '../../../lib/page/width.ts'
import { useText } from '../../../lib/text/text.ts'
import { Segment } from '../../../parts/button/segment.tsx'
import { useDesigner } from '../designer/designer.ts'
import { FieldPanel } from './field-panel.tsx'
import { type Dragged, FormCanvas } from './form-canvas.tsx'
import { FormPreview } from './form-preview.tsx'
import { Palette } from './palette.tsx'
import { RightsMatrix } from './rights-matrix.tsx'
import { useFormEdit } from './use-form-edit.ts'
import './form-designer.css'

interface FormTabProps {
  selected: string | null
  onSelect: (formId: string | null) => void
}

/** The form of the flow: kinds of fields, the form itself, the chosen field, and the form as it is filled in. */
export function FormTab({ selected, onSelect }: FormTabProps) {
  const { t } = useText()
  const phone = usePhone()
  const { model, names, isFixed } = useDesigner()
  const [view, setView] = useState<'fields' | 'rights'>('fields')
  const [dragged, setDragged] = useState<Dragged>(null)
  const [values, setValues] = useState<FormValues>({})
  const find = useRef<InputRef>(null)
  const edit = useFormEdit(selected, onSelect)
  const item = model.form.find(({ formId }) => formId === selected)
  const preview = <FormPreview values={values} names={names} onChange={setValues} />
  if (phone) return preview
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== '/' || (event.target as Element).closest('input, textarea')) return
    event.preventDefault()
    find.current?.focus()
  }
  return (
    // The keys are those of what is inside.
    <div className="form-designer" onKeyDown={onKeyDown}>
      {!isFixed && <Palette find={find} onInsert={edit.insert} onDrag={(tag) => setDragged(tag && { tag })} />}
      <div className="form-middle">
        <div className="segments" role="group" aria-label={t('flow.formViews')}>
          {(['fields', 'rights'] as const).map((one) => (
            <Segment key={one} on={one === view} onClick={() => setView(one)}>
              {t(`flow.formView.${one}`)}
            </Segment>
          ))}
        </div>
        {view === 'rights' ? (
          <RightsMatrix />
        ) : (
          <FormCanvas
            edit={edit}
            selected={selected}
            onSelect={onSelect}
            dragged={dragged}
            onDrag={setDragged}
            values={values}
            names={names}
          />
        )}
      </div>
      {item && !isFixed && view === 'fields' && <FieldPanel key={item.formId} item={item} edit={edit} />}
      {preview}
    </div>
  )
}
