import { type FormItem, STEERING } from '@sluice/contract'
import { create } from 'zustand'

/** A field that can steer, as the conditions of a process choose from it. */
export interface ProcessCondition {
  formId: string | number
  item: FormItem | null
}

/** A field without an id yet, or that never had one. */
type Given = Omit<ProcessCondition, 'formId'> & { formId: string | number | null | undefined }

/** What conditions can be about, and what the form holds (WD-1). */
interface DesignerState {
  processConditions: readonly ProcessCondition[]
  formItemList: readonly FormItem[]
}

/** Only with an id, and only once: a new one stands in front (WD-2). */
function withCondition(list: readonly ProcessCondition[], { formId, item }: Given): readonly ProcessCondition[] {
  if (formId === null || formId === undefined || list.some((one) => one.formId === formId)) return list
  return [{ formId, item }, ...list]
}

/** Without the one of this id; the same list where there is none (WD-3). */
function withoutCondition(
  list: readonly ProcessCondition[],
  formId: string | number | null | undefined,
): readonly ProcessCondition[] {
  return list.some((one) => one.formId === formId) ? list.filter((one) => one.formId !== formId) : list
}

/**
 * Whether a field can steer (WD-4): of a kind that steers, required, not a choice of several. What stands in a table is no field
 * of the form, and a range always shows its length.
 */
export function canSteer({ tag, required }: FormItem): boolean {
  return tag in STEERING && required === true
}

/** What the conditions can be about, from the form anew (WD-4). */
export function conditionsOf(items: readonly FormItem[]): readonly ProcessCondition[] {
  return items
    .filter(canSteer)
    .reduce<readonly ProcessCondition[]>((list, item) => withCondition(list, { formId: item.formId, item }), [])
}

interface DesignerStore extends DesignerState {
  add: (condition: Given) => void
  remove: (formId: string | number | null | undefined) => void
  clear: () => void
  init: (conditions: readonly ProcessCondition[]) => void
  setForm: (items: readonly FormItem[]) => void
  /** Takes the conditions from the form as it is now. */
  rebuild: () => void
}

/** The state of one open designer (WD-1 to WD-4). */
export function designerStore(items: readonly FormItem[] = []) {
  return create<DesignerStore>()((set) => ({
    processConditions: conditionsOf(items),
    formItemList: items,
    add: (condition) => set(({ processConditions: list }) => ({ processConditions: withCondition(list, condition) })),
    remove: (formId) => set(({ processConditions: list }) => ({ processConditions: withoutCondition(list, formId) })),
    clear: () => set({ processConditions: [] }),
    init: (processConditions) => set({ processConditions }),
    setForm: (formItemList) => set({ formItemList }),
    rebuild: () => set(({ formItemList }) => ({ processConditions: conditionsOf(formItemList) })),
  }))
}

/** After the last change of the form so long until its conditions follow (WD-4), ms. */
export const REBUILD_MS = 400
