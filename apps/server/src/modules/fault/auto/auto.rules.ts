import type { AutoAction, AutoReason } from '@sluice/contract'

/** A fault that was told later than this after it began is history: whatever it was about has happened. */
const LATE_MS = 300_000

/** What is known of a beginning when its turn comes. */
export interface Beginning {
  /** When it began, epoch ms. */
  at: number
  now: number
  /** Another fault explains it. */
  explained: boolean
  /** It began in a maintenance window that is in force. */
  inMaintenance: boolean
}

/** Why nothing is done about a beginning; null: something is. */
export function whyLeft({ at, now, explained, inMaintenance }: Beginning): AutoReason | null {
  if (now - at > LATE_MS) return 'LATE'
  if (inMaintenance) return 'MAINTENANCE'
  return explained ? 'CONSEQUENCE' : null
}

/** A command that an action comes to, or why there is none. */
export type AutoOrder =
  | { kind: 'order'; code: string; params: Record<string, unknown> }
  | { kind: 'left' | 'refused'; reason: AutoReason }

const COMMAND_OF: Readonly<Record<AutoAction, string>> = {
  STOP: 'STOP',
  CLOSE: 'CLOSE',
  STEP_CLOSE: 'SET_OPENING',
  SNAPSHOT: 'READ',
}

/** The command by which a device does it. `codes`: what it understands; `opening`: its last good one, %. */
export function orderOf(
  { action, stepPct }: { action: AutoAction; stepPct: number | null },
  { codes, opening }: { codes: readonly string[]; opening: number | null },
): AutoOrder {
  const code = COMMAND_OF[action]
  if (!codes.includes(code)) return { kind: 'refused', reason: 'UNSUPPORTED' }
  if (action !== 'STEP_CLOSE') return { kind: 'order', code, params: {} }
  if (opening === null) return { kind: 'refused', reason: 'NO_OPENING' }
  if (opening <= 0) return { kind: 'left', reason: 'SHUT' }
  return { kind: 'order', code, params: { opening: Math.max(0, Math.round(opening - (stepPct ?? 0))) } }
}
