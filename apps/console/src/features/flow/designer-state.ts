import { create } from 'zustand'
import { useSession } from '../../lib/session.ts'

/** `0` is an id like any other (WD-2). */
export type FormId = string | number

/** A field of the form board that a branch of the process may ask about. */
export interface ProcessCondition {
  formId: FormId
}

/** An item of the form board, as the board keeps it. */
export interface FormItem {
  formId: FormId
}

/** WD-1: what the form board and the process cards of the workflow designer share. */
export interface DesignerState {
  processConditions: readonly ProcessCondition[]
  formItemList: readonly FormItem[]
}

/** One that came from outside, e.g. a stored draft: its id may be missing. */
type Given = Omit<ProcessCondition, 'formId'> & { formId?: FormId | null | undefined }

const EMPTY: DesignerState = { processConditions: [], formItemList: [] }

export const useDesigner = create<DesignerState>()(() => EMPTY)

// SI-24: the next person finds no draft of the one before.
useSession.subscribe(({ phase }, before) => {
  if (before.phase === 'ready' && phase === 'anonymous') useDesigner.setState(EMPTY)
})

const hasId = (given: Given): given is ProcessCondition => given.formId !== null && given.formId !== undefined

/** WD-2: to the front; without an id or known already it changes nothing. Ids are compared strictly. */
export function addCondition(given: Given): void {
  if (!hasId(given)) return
  const { processConditions } = useDesigner.getState()
  if (processConditions.some(({ formId }) => formId === given.formId)) return
  useDesigner.setState({ processConditions: [given, ...processConditions] })
}

/** WD-3: an unknown or missing id changes nothing. */
export function removeCondition(formId: FormId | null | undefined): void {
  const { processConditions } = useDesigner.getState()
  const left = processConditions.filter((condition) => condition.formId !== formId)
  if (left.length < processConditions.length) useDesigner.setState({ processConditions: left })
}

export function clearConditions(): void {
  useDesigner.setState({ processConditions: [] })
}

/** WD-3: the whole list anew, in the order given. */
export function replaceConditions(processConditions: readonly ProcessCondition[]): void {
  useDesigner.setState({ processConditions })
}

export function replaceFormItems(formItemList: readonly FormItem[]): void {
  useDesigner.setState({ formItemList })
}
