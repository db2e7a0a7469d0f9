import type { FaultPush } from '@sluice/contract'
import { create } from 'zustand'
import { forgetToldFaults, isFaultTold, onFaultsTold } from '../../lib/page/told-faults.ts'
import { t } from '../../lib/text/text.ts'

export interface Notice {
  id: number
  text: string
  level: number
  /** What it tells of, the worst first, where each is known by itself. */
  faults?: Faults
}
type Faults = NonNullable<FaultPush['faults']>

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

/** What is left of a line once the person has a message about some of its faults; null: nothing. */
function leftOf<L extends Pick<Notice, 'text' | 'level' | 'faults'>>(line: L): L | null {
  const faults = line.faults?.filter(({ id }) => !isFaultTold(id))
  if (!faults || faults.length === line.faults?.length) return line
  const [worst, ...others] = faults
  if (!worst) return null
  const text = others.length === 0 ? worst.line : t('fault.andMore', { line: worst.line, n: others.length })
  return { ...line, text, level: worst.level, faults }
}

/**
 * Shows a device fault at the top right: at most three, the same one once in five seconds, nothing on a hidden page, and
 * none that a message to the person tells of, which is the one with a receipt.
 */
export function notify(said: string, highest = 1, named?: Faults): void {
  const line = leftOf({ text: said, level: highest, ...(named ? { faults: named } : {}) })
  if (document.hidden || !line) return
  const { text, level } = line
  const now = performance.now()
  const before = shownAt.get(text)
  if (before !== undefined && now - before < REPEAT_MS) return
  shownAt.set(text, now)
  const id = ++lastId
  useNotices.setState(({ notices }) => ({ notices: [...notices, { ...line, id }].slice(-MOST) }))
  if (level < CRITICAL) setTimeout(() => useNotices.getState().close(id), SHOWN_MS)
}

/** Takes back what messages tell of from now on; returns the way out. */
export const yieldToMessages = () =>
  onFaultsTold(() => useNotices.setState(({ notices }) => ({ notices: notices.flatMap((one) => leftOf(one) ?? []) })))

export function forgetNotices(): void {
  shownAt.clear()
  forgetToldFaults()
  useNotices.setState({ notices: [] })
}
