import type { FormValues, InputOf, previewFlow } from '@sluice/contract'

/** Whom the starter chose, by step. */
export type Chosen = InputOf<typeof previewFlow>['chosen']

/** A form that was begun: kept in the browser until it is sent. */
export interface Draft {
  versionNo: number
  values: FormValues
  chosen: Chosen
}

const keyOf = (userId: string, definitionId: string) => `flow-draft:${userId}:${definitionId}`

/** What the person began; null for nothing, and for a form of another version. */
export function keptDraft(userId: string, definitionId: string, versionNo: number): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(userId, definitionId)) ?? 'null') as Draft | null
    return draft?.versionNo === versionNo ? draft : null
  } catch {
    return null
  }
}

export function keepDraft(userId: string, definitionId: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(userId, definitionId), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing: the form is still there.
  }
}

export function forgetDraft(userId: string, definitionId: string): void {
  localStorage.removeItem(keyOf(userId, definitionId))
}
