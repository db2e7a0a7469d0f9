import { type FlowModel, FORM_LIMITS, type FormItem, type FormTag } from '@sluice/contract'
import { ask } from '../../../lib/page/ask.ts'
import { toast } from '../../../lib/page/toast.ts'
import { t } from '../../../lib/text/text.ts'
import { useDesigner } from '../designer/designer.ts'
import { usesOf } from '../designer/field-use.ts'
import { newId } from '../designer/new-id.ts'
import { newField, withField, withFieldAt, withFieldChanged, withFieldMoved, withoutField } from './form-edit.ts'

export interface FormEdit {
  insert: (tag: FormTag, at?: number) => void
  copy: (formId: string) => void
  move: (formId: string, by: -1 | 1) => void
  place: (formId: string, at: number) => void
  set: (formId: string, change: Partial<FormItem>, about?: string) => void
  remove: (formId: string) => void
}

/** Asks before a field in use is changed, with the nodes that use it; yes for one that is in no use. */
async function mayChange(model: FlowModel, formId: string, title: string): Promise<boolean> {
  const uses = usesOf(model, formId)
  if (uses.length === 0) return true
  return ask({
    title,
    text: t('flow.field.inUse'),
    lines: uses.map(({ name }) => ({ text: name, to: null })),
    confirm: t('flow.field.anyway'),
    cancel: t('action.cancel'),
    danger: true,
  })
}

/** Every edit of the form. A field that decides something is not taken away, nor made optional, without a question (WD-5). */
export function useFormEdit(selected: string | null, select: (formId: string | null) => void): FormEdit {
  const { model, change, undo, isFixed } = useDesigner()
  const { form } = model
  const put = (next: FormItem[], about?: string) => {
    if (!isFixed) change({ ...model, form: next }, about)
  }
  const labelOf = (formId: string) => form.find((item) => item.formId === formId)?.label ?? ''
  const add = (item: FormItem, at: number) => {
    if (form.length >= FORM_LIMITS.fields) {
      toast('info', t('flow.field.full', { n: FORM_LIMITS.fields }))
      return
    }
    put(withField(form, at, item))
    select(item.formId)
  }
  const after = () => {
    const at = form.findIndex(({ formId }) => formId === selected)
    return at < 0 ? form.length : at + 1
  }
  return {
    insert: (tag, at = after()) => {
      const words = { label: t(`flow.tag.${tag}`), option: (n: number) => t('flow.field.option', { n }) }
      add(newField(tag, newId('field'), words), at)
    },
    copy: (formId) => {
      const at = form.findIndex((item) => item.formId === formId)
      const item = form[at]
      if (item) add({ ...item, formId: newId('field') }, at + 1)
    },
    move: (formId, by) => put(withFieldMoved(form, formId, by)),
    place: (formId, at) => put(withFieldAt(form, formId, at)),
    set: (formId, edit, about) => {
      const isLoosened = edit.required === false || ('required' in edit && edit.required === undefined)
      if (!isLoosened) {
        put(withFieldChanged(form, formId, edit), about && `${formId}.${about}`)
        return
      }
      void mayChange(model, formId, t('flow.field.optional', { name: labelOf(formId) })).then(
        (yes) => yes && put(withFieldChanged(form, formId, edit)),
      )
    },
    remove: (formId) => {
      if (isFixed) return
      const name = labelOf(formId)
      void mayChange(model, formId, t('flow.field.remove', { name })).then((yes) => {
        if (!yes) return
        change(withoutField(model, formId))
        select(null)
        toast('info', t('flow.removed', { name }), { label: t('action.undo'), onClick: undo })
      })
    },
  }
}
