import type { DeviceState } from '@sluice/contract'
import type { TextKey } from '../../texts/zh-CN.ts'

/** What the panel knows before it calls the ledger. */
export interface Circumstances {
  /** Browser and network. */
  online: boolean
  state: DeviceState | undefined
  /** The same command call is already running for this device (ER-18). */
  running: boolean
}

/** 电池耗尽: enough to close once more, not enough to open (domain 4.4 rule 3). */
const BATTERY_CRITICAL = 'P02'
const MOVES = new Set(['OPEN', 'CLOSE', 'SET_OPENING'])

/**
 * Why a command cannot be sent now; null when it can. The ledger checks again: this only saves the user a refused call.
 * STOP and READ do not depend on the valve's mode or lock, so that a moving valve can always be stopped.
 */
export function whyNot(code: string, { online, state, running }: Circumstances): TextKey | null {
  if (!online) return 'control.noNetwork'
  if (state?.status === 'DISABLED') return 'control.disabled'
  if (state?.status === 'INACTIVE') return 'control.inactive'
  if (state?.status === 'OFFLINE') return state.offlineCause === 'MASTER' ? 'control.masterOffline' : 'control.offline'
  if (code === 'STOP') return null
  if (running) return 'control.running'
  if (!MOVES.has(code)) return null
  if (state?.values['mode']?.v === 'LOCAL') return 'control.local'
  if (state?.values['lock']?.v === true) return 'control.locked'
  if (code !== 'CLOSE' && state?.faults.some((fault) => fault.code === BATTERY_CRITICAL)) return 'control.battery'
  return null
}
