import type { Command } from '@sluice/contract'
import { useCallback, useState } from 'react'
import { byName, t } from '../../../../lib/text/text.ts'
import type { ConfirmAsk } from '../confirm-command.tsx'
import type { CommandRequest } from '../../idempotency.ts'
import type { ReportedPosition } from '../../../../domain/command/valve-position.ts'
import { send } from '../../send.ts'

/** The stroke from closed to open when no command has told it yet (packages/devices), s. */
const DEFAULT_STROKE_S = 60
const TARGETS: Readonly<Record<string, number>> = { OPEN: 100, CLOSE: 0 }

interface Waiting {
  request: CommandRequest
  ask: ConfirmAsk
  again: boolean
}

interface Valve {
  deviceId: string
  name: string
  position: ReportedPosition
  /** The newest command of the device, which has its stroke. */
  newest: Command | undefined
}

export interface ValveCommands {
  /** A command that waits for confirmation. */
  waiting: Waiting | null
  /** Shows what the command would do; sends nothing yet. */
  ask(code: string, params?: Record<string, unknown>, how?: { again?: boolean }): void
  /** Sends at once a command that needs no confirmation. */
  sendNow(code: string): void
  confirm(how: { confirmed?: true; reason?: string }): void
  drop(): void
}

/**
 * From a click to the ledger: commands that move the valve are confirmed first, STOP and READ are not
 * (docs/spec/look.md#3).
 */
export function useValveCommands({ deviceId, name, position, newest }: Valve): ValveCommands {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const drop = useCallback(() => setWaiting(null), [])
  const sendNow = useCallback((code: string) => void send({ deviceId, code, params: {} }), [deviceId])
  const percent = (value: number | null) => (value === null ? t('drawing.unknown') : `${Math.round(value)} %`)
  const ask: ValveCommands['ask'] = (code, params = {}, { again = false } = {}) => {
    const given = params['opening']
    const target = typeof given === 'number' ? given : (TARGETS[code] ?? null)
    const stroke = newest?.strokeS ?? DEFAULT_STROKE_S
    const far = target === null || position.opening === null ? null : Math.abs(target - position.opening)
    const verb = code === 'SET_OPENING' ? t('confirm.set', { n: target ?? 0 }) : byName(`confirm.${code}`, code)
    setWaiting({
      request: { deviceId, code, params },
      again,
      ask: {
        deviceId,
        code,
        name,
        from: percent(position.opening),
        to: percent(target),
        takesS: far === null ? null : Math.round((far / 100) * stroke),
        verb,
      },
    })
  }
  const confirm: ValveCommands['confirm'] = (how) => {
    if (!waiting) return
    setWaiting(null)
    void send({ ...waiting.request, ...how }, { again: waiting.again })
  }
  return { waiting, ask, sendNow, confirm, drop }
}
