import { BATTERY_FAULTS, type Command, LOW_BATTERY_PCT } from '@sluice/contract'
import { useNow } from '../../lib/time/clock.ts'
import { stopwatch } from '../../lib/time/stopwatch.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { numeric, positionOf } from '../../domain/command/valve-position.ts'
import { StateChip, FaultChip, LinkChip } from '../../parts/reading/status-chip.tsx'
import type { ValveRow } from './valve-rows.ts'

/** Most chips in a status cell; further ones are counted (docs/spec/look.md#2.4). */
const CHIPS = 2

export function isLow({ state }: ValveRow): boolean {
  const percent = numeric(state, 'batteryPct')
  if (percent !== null && percent < LOW_BATTERY_PCT) return true
  return state?.faults.some(({ code }) => BATTERY_FAULTS.includes(code)) ?? false
}

function Asked({ command }: { command: Command }) {
  const { t } = useText()
  const now = useNow(1000)
  if (command.status === 'TIMEOUT') return <StateChip tone="unconfirmed" glyph="unconfirmed" text={t('step.unknown')} />
  if (command.status === 'FAILED' || command.status === 'EXPIRED')
    return <StateChip tone="level4" glyph="failed" text={byName(`enum.commandStatus.${command.status}`)} />
  const time = stopwatch(now - Date.parse(command.createTime))
  return <StateChip tone="pending" glyph="pending" text={`${t('valve.pending')} ${time}`} />
}

/** The reported state and the open command: a serious fault first, then the open command, motion, faults, link. */
export function ValveStatus({ row }: { row: ValveRow }) {
  useText()
  const { device, state, command } = row
  const faults = (state?.faults ?? []).toSorted((a, b) => b.level - a.level)
  const { motion } = positionOf(state)
  const status = state?.status ?? device.status
  const serious = faults.filter(({ level }) => level >= 3)
  const chips = [
    ...serious.map((fault) => <FaultChip key={fault.code} {...fault} />),
    ...(command && !motion ? [<Asked key="asked" command={command} />] : []),
    ...(motion && status === 'ONLINE'
      ? [<StateChip key="motion" tone="moving" glyph="moving" text={byName(`enum.valveState.${motion}`)} />]
      : []),
    ...(status === 'ONLINE' ? [] : [<LinkChip key="link" value={status} cause={state?.offlineCause ?? null} />]),
    ...faults.filter(({ level }) => level < 3).map((fault) => <FaultChip key={fault.code} {...fault} />),
  ]
  if (chips.length === 0) chips.push(<LinkChip key="link" value={status} cause={null} />)
  return (
    <span className="chips valve-chips">
      {chips.slice(0, CHIPS)}
      {chips.length > CHIPS && <span className="t3 num">+{chips.length - CHIPS}</span>}
    </span>
  )
}

/** The left edge of a row: solid for a serious fault, dashed for an unproven command. */
export function edgeOf({ state, command }: ValveRow): string {
  const level = Math.max(0, ...(state?.faults.map((fault) => fault.level) ?? []))
  if (level >= 3) return `edge edge-l${level}`
  if (command?.status === 'TIMEOUT') return 'edge edge-unconfirmed'
  return command && command.status !== 'FAILED' && command.status !== 'EXPIRED' ? 'edge edge-pending' : ''
}
