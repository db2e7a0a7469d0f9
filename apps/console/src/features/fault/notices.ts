import { create } from 'zustand'

export interface Notice {
  id: number
  text: string
  level: number
}

/** FB-8. */
const MOST = 3
const REPEAT_MS = 5_000
const SHOWN_MS = 8_000
/** Stays until the user closes it (docs/spec/look.md#3). */
const CRITICAL = 4

interface NoticeState {
  notices: readonly Notice[]
  close: (id: number) => void
}

export const useNotices = create<NoticeState>()((set) => ({
  notices: [],
  close: (id) => set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) })),
}))

let lastId = 0
const shownAt = new Map<string, number>()

/**
 * Shows a device fault at the top right: at most three, the same one once in five seconds, nothing on a hidden page.
 */
export function notify(text: string, level = 1): void {
  if (document.hidden) return
  const now = performance.now()
  const before = shownAt.get(text)
  if (before !== undefined && now - before < REPEAT_MS) return
  shownAt.set(text, now)
  const id = ++lastId
  useNotices.setState(({ notices }) => ({ notices: [...notices, { id, text, level }].slice(-MOST) }))
  if (level < CRITICAL) setTimeout(() => useNotices.getState().close(id), SHOWN_MS)
}

export function forgetNotices(): void {
  shownAt.clear()
  useNotices.setState({ notices: [] })
}
