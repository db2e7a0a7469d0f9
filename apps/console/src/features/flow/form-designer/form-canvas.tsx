import { type FormTag, type FormValues, inLanguage, READY_FLOWS } from '@sluice/contract'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { useDesigner } from '../designer/designer.ts'
import { usesOf } from '../designer/field-use.ts'
import { FlowField } from '../form/flow-form.tsx'
import type { FormNames } from '../form/form-text.ts'
import { IconTool } from '../designer/icon-tool.tsx'
import type { FormEdit } from './use-form-edit.ts'

/** What is dragged over the form: a new kind, or a field that stands in it. */
export type Dragged = { tag: FormTag } | { formId: string } | null

interface CanvasProps {
  edit: FormEdit
  selected: string | null
  onSelect: (formId: string | null) => void
  dragged: Dragged
  onDrag: (dragged: Dragged) => void
  /** As the preview has them. */
  values: FormValues
  names: FormNames
}

const ignore = () => undefined

function EmptyForm() {
  const { t, language } = useText()
  const { model, change } = useDesigner()
  return (
    <div className="form-empty">
      <p>{t('flow.dragHere')}</p>
      <div className="row wrap">
        {READY_FLOWS.map(({ code, names, model: ready }) => (
          <Button key={code} onClick={() => change({ ...model, form: ready(language).form })}>
            {inLanguage(names, language)}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Where something that is dragged would go: the place before which it lands. */
function useDrop({ edit, dragged, onDrag }: Pick<CanvasProps, 'edit' | 'dragged' | 'onDrag'>) {
  const [over, setOver] = useState<number | null>(null)
  return {
    over: dragged ? over : null,
    at: (event: DragEvent, at: number) => {
      if (!dragged) return
      event.preventDefault()
      const box = event.currentTarget.getBoundingClientRect()
      setOver(event.clientY > box.top + box.height / 2 ? at + 1 : at)
    },
    drop: (event: DragEvent, last: number) => {
      event.preventDefault()
      const at = over ?? last
      if (dragged && 'tag' in dragged) edit.insert(dragged.tag, at)
      else if (dragged) edit.place(dragged.formId, at)
      setOver(null)
      onDrag(null)
    },
  }
}

function takeKey(event: KeyboardEvent, formId: string, { edit, onSelect }: CanvasProps, ids: readonly string[]): void {
  const by = event.key === 'ArrowUp' ? -1 : 1
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    if (event.altKey) edit.move(formId, by)
    else onSelect(ids[ids.indexOf(formId) + by] ?? formId)
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') edit.copy(formId)
  else if (event.key === 'Delete' || event.key === 'Backspace') edit.remove(formId)
  else return
  event.preventDefault()
}

/** The fields as they will be filled in, in their order: chosen, moved, copied and taken away. */
export function FormCanvas(props: CanvasProps) {
  const { edit, selected, onSelect, onDrag, values, names } = props
  const { t } = useText()
  const { model, problems, isFixed } = useDesigner()
  const { over, at, drop } = useDrop(props)
  const list = useRef<HTMLOListElement>(null)
  const { form } = model
  const ids = form.map(({ formId }) => formId)
  useEffect(() => {
    const item = selected && list.current?.querySelector<HTMLElement>(`[data-canvas-field="${selected}"]`)
    if (item && (list.current?.contains(document.activeElement) || document.activeElement === document.body))
      item.focus()
  }, [selected, form])
  if (form.length === 0)
    return (
      <div className="form-canvas" onDragOver={(event) => at(event, 0)} onDrop={(event) => drop(event, 0)}>
        <EmptyForm />
      </div>
    )
  return (
    <div
      className="form-canvas"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => drop(event, form.length)}
    >
      <ol ref={list} role="listbox" aria-label={t('flow.canvas')}>
        {form.map((item, n) => {
          const { formId, label } = item
          const wrong = problems.filter((problem) => problem.field === formId && !problem.step)
          const uses = usesOf(model, formId).length
          const look = [
            'form-item',
            selected === formId && 'selected',
            wrong.length > 0 && 'wrong',
            over === n && 'before',
          ]
          if (over === n + 1 && n === form.length - 1) look.push('after')
          return (
            <li
              key={formId}
              role="option"
              aria-selected={selected === formId}
              aria-label={t('flow.field.at', { name: label, kind: t(`flow.tag.${item.tag}`) })}
              tabIndex={selected === formId || (selected === null && n === 0) ? 0 : -1}
              data-canvas-field={formId}
              className={look.filter(Boolean).join(' ')}
              draggable={!isFixed}
              onClick={() => onSelect(formId)}
              onKeyDown={(event) => event.target === event.currentTarget && takeKey(event, formId, props, ids)}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', formId)
                onDrag({ formId })
              }}
              onDragEnd={() => onDrag(null)}
              onDragOver={(event) => {
                event.stopPropagation()
                at(event, n)
              }}
              onDrop={(event) => {
                event.stopPropagation()
                drop(event, n)
              }}
            >
              <div inert>
                <FlowField item={item} value={values[formId] ?? null} onChange={ignore} problems={{}} names={names} />
              </div>
              {uses > 0 && <small className="t3">{t('flow.field.uses', { n: uses })}</small>}
              {wrong.map(({ problem }) => (
                <span key={problem} className="flow-problem">
                  {t(`flow.problem.${problem}`)}
                </span>
              ))}
              {selected === formId && !isFixed && (
                <div className="form-item-tools">
                  <ToolButton
                    icon="up"
                    label={t('flow.field.up')}
                    disabled={n === 0}
                    onClick={() => edit.move(formId, -1)}
                  />
                  <ToolButton
                    icon="down"
                    label={t('flow.field.down')}
                    disabled={n === form.length - 1}
                    onClick={() => edit.move(formId, 1)}
                  />
                  <ToolButton icon="copy" label={t('flow.field.copy')} onClick={() => edit.copy(formId)} />
                  <IconTool name="bin" label={t('flow.field.delete')} onClick={() => edit.remove(formId)} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {!isFixed && <p className="form-drop">{t('flow.dragHere')}</p>}
    </div>
  )
}
