import { create } from 'zustand'

/** `sent`: accepted and on its way, and nothing is proven yet. */
export type ToastKind = 'success' | 'sent' | 'warning' | 'error' | 'info'
export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** A button that is offered while the toast is shown. */
  action?: ToastAction
}

export interface ToastAction {
  label: string
  onClick: () => void
  /** Shown until it is closed: what nobody may overlook. */
  stays?: boolean
}

const DURATION_MS: Record<ToastKind, number> = { success: 3000, sent: 3000, info: 3000, warning: 5000, error: 5000 }
/** Long enough to read, to change one's mind and to reach the button. */
const ACTION_MS = 8000
/** The same text within a second is one event for the reader (ER-15). */
const REPEAT_MS = 1000

interface ToastState {
  toasts: Toast[]
  dismiss: (id: number) => void
}

export const useToasts = create<ToastState>()((set) => ({
  toasts: [],
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}))

let lastId = 0
const shownAt = new Map<string, number>()

/** Shows a short message at top centre, always plain text. Errors stay 5000 ms (ER-9). */
export function toast(kind: ToastKind, text: string, action?: ToastAction): void {
  const now = performance.now()
  const before = shownAt.get(text)
  if (!action && before !== undefined && now - before < REPEAT_MS) return
  shownAt.set(text, now)
  const id = ++lastId
  useToasts.setState((state) => ({
    toasts: [...state.toasts.slice(-2), { id, kind, text, ...(action && { action }) }],
  }))
  if (!action?.stays) setTimeout(() => useToasts.getState().dismiss(id), action ? ACTION_MS : DURATION_MS[kind])
}

export function forgetToasts(): void {
  shownAt.clear()
  useToasts.setState({ toasts: [] })
}
