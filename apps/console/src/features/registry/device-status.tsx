import type { DeviceRow } from '@sluice/contract'
import { useCurrentStates } from '../../domain/state/current-state.ts'
import { useDeviceStates, useStateOrRow } from '../../domain/state/device-state-store.ts'
import { FaultChip, LinkChip } from '../../parts/reading/status-chip.tsx'

/** Most chips of a device; further ones are counted (docs/spec/look.md#2.4). */
const CHIPS = 2

/** Draws nothing: keeps the states of these devices current, with the faults that no row holds. */
export function StateFeed({ devices }: { devices: readonly DeviceRow[] }) {
  useCurrentStates(
    devices.map(({ id }) => id),
    { silent: true },
  )
  return null
}

interface StatusProps {
  row: DeviceRow
  /** When the row was fetched, on the browser's clock. */
  rowAt: number
}

/** The worst active fault, then the stored state or the known live one, whichever is newer. */
export function DeviceStatus({ row, rowAt }: StatusProps) {
  const state = useStateOrRow(row.id, row, rowAt)
  const known = useDeviceStates([row.id])[row.id]
  const faults = (known?.faults ?? []).toSorted((a, b) => b.level - a.level)
  const shown = faults.slice(0, CHIPS - 1)
  return (
    <span className="chips">
      {shown.map((fault) => (
        <FaultChip key={fault.code} {...fault} />
      ))}
      {/* A row knows no cause. */}
      <LinkChip value={state.status} cause={known?.offlineCause} />
      {faults.length > shown.length && <span className="t3 num">+{faults.length - shown.length}</span>}
    </span>
  )
}
