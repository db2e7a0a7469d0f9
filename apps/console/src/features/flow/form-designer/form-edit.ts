import { type FlowModel, type FlowStep, FORM_LIMITS, type FormItem, type FormTag, isFork } from '@sluice/contract'

export type Right = 0 | 1 | 2

/** A field as it stands when it is new. */
export function newField(
  tag: FormTag,
  formId: string,
  words: { label: string; option: (n: number) => string },
): FormItem {
  const item: FormItem = { formId, tag, label: words.label }
  if (tag === 'NOTE') return { ...item, text: '' }
  if (tag === 'RADIO' || tag === 'SELECT' || tag === 'CHECKBOX')
    return { ...item, options: [words.option(1), words.option(2)] }
  if (tag === 'TABLE') return { ...item, columns: [{ formId: 'c1', tag: 'INPUT', label: words.option(1) }] }
  return item
}

/** The form with another field at a place; a full form stays as it is. */
export function withField(form: readonly FormItem[], at: number, item: FormItem): FormItem[] {
  return form.length >= FORM_LIMITS.fields ? [...form] : form.toSpliced(at, 0, item)
}

/** The field one place up or down, or at another place of the list as it is now. */
export function withFieldAt(form: readonly FormItem[], formId: string, to: number): FormItem[] {
  const from = form.findIndex((item) => item.formId === formId)
  if (from < 0) return [...form]
  const place = Math.max(0, Math.min(form.length - 1, to > from ? to - 1 : to))
  const item = form[from]!
  return form.toSpliced(from, 1).toSpliced(place, 0, item)
}

export function withFieldMoved(form: readonly FormItem[], formId: string, by: -1 | 1): FormItem[] {
  const from = form.findIndex((item) => item.formId === formId)
  return from < 0 ? [...form] : withFieldAt(form, formId, by === -1 ? from - 1 : from + 2)
}

export function withFieldChanged(form: readonly FormItem[], formId: string, change: Partial<FormItem>): FormItem[] {
  return form.map((item) => {
    if (item.formId !== formId) return item
    const entries = Object.entries({ ...item, ...change }).filter(([, value]) => value !== undefined)
    return Object.fromEntries(entries) as FormItem
  })
}

function withRights(
  steps: readonly FlowStep[],
  change: (rights: Record<string, Right>, step: string) => Record<string, Right>,
): FlowStep[] {
  return steps.map((step) => {
    if (isFork(step))
      return {
        ...step,
        branches: step.branches.map((branch) => ({ ...branch, steps: withRights(branch.steps, change) })),
      }
    return step.kind === 'APPROVAL' ? { ...step, rights: change(step.rights, step.id) } : step
  })
}

const without = (rights: Record<string, Right>, formId: string) =>
  Object.fromEntries(Object.entries(rights).filter(([name]) => name !== formId))

/** Without a field, and without its rights; conditions about it stay, and say that it is gone. */
export function withoutField(model: FlowModel, formId: string): FlowModel {
  const { form, process } = model
  const steps = withRights(process.steps, (rights) => without(rights, formId))
  const start = { ...process.start, rights: without(process.start.rights, formId) }
  return { ...model, form: form.filter((item) => item.formId !== formId), process: { start, steps } }
}

/** With what may be done with a field at a step, or at the start; what is so anyway is not written down (WD-11). */
export function withRight(model: FlowModel, step: string | null, formId: string, right: Right): FlowModel {
  const { process } = model
  const set = (rights: Record<string, Right>, usual: Right) =>
    right === usual ? without(rights, formId) : { ...rights, [formId]: right }
  if (step === null)
    return { ...model, process: { ...process, start: { ...process.start, rights: set(process.start.rights, 2) } } }
  const steps = withRights(process.steps, (rights, id) => (id === step ? set(rights, 1) : rights))
  return { ...model, process: { ...process, steps } }
}
