import { type FirmwareDeviceRow, type FirmwareDeviceState, type firmwareDeviceResource } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import type { GlyphName } from '../../parts/icon/glyphs.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { StateChip, type StateTone } from '../../parts/reading/status-chip.tsx'

const LOOKS: Readonly<Record<FirmwareDeviceState, StateTone & GlyphName>> = {
  WAITING: 'unknown',
  OFFERED: 'pending',
  DOWNLOADING: 'moving',
  DOWNLOADED: 'moving',
  VERIFIED: 'moving',
  UPDATING: 'moving',
  UPDATED: 'online',
  FAILED: 'level3',
  TIMED_OUT: 'level2',
  SKIPPED: 'disabled',
}

export function FirmwareState({ row: { state } }: { row: FirmwareDeviceRow }) {
  useText()
  const look = LOOKS[state]
  return <StateChip tone={look} glyph={look} text={byName(`enum.firmwareDeviceState.${state}`, state)} />
}

/** A device that has not begun has no bar: an empty one would say that it stands still. */
const BEFORE: readonly FirmwareDeviceState[] = ['WAITING', 'OFFERED', 'SKIPPED']

/** What is over has no colour of something that moves. */
const BARS: Readonly<Partial<Record<FirmwareDeviceState, string>>> = {
  UPDATED: 'updated',
  FAILED: 'skipped',
  TIMED_OUT: 'skipped',
  SKIPPED: 'skipped',
}

export function FirmwareProgress({ row: { percent, state } }: { row: FirmwareDeviceRow }) {
  if (percent === 0 && BEFORE.includes(state)) return <span className="t3">—</span>
  return (
    <span className="device-bar">
      <span className="wave-bar" aria-hidden="true">
        {percent > 0 && <i className={`wave-${BARS[state] ?? 'underWay'}`} style={{ width: `${percent}%` }} />}
      </span>
      <span className="num">{percent}</span>
    </span>
  )
}

/** How devices stand, in the list of all and in that of one roll-out. */
export const FIRMWARE_DEVICE_SLOTS: ListSlots<typeof firmwareDeviceResource> = {
  cells: { state: (row) => <FirmwareState row={row} />, percent: (row) => <FirmwareProgress row={row} /> },
  phone: {
    title: ({ deviceIdName }) => deviceIdName,
    right: (row) => <FirmwareState row={row} />,
    second: (row) => (
      <>
        <span className="clip">{row.firmware}</span>
        <FirmwareProgress row={row} />
      </>
    ),
    // What stopped it is what people look for.
    third: ({ reason }) =>
      reason !== null && <span className="clip">{byName(`firmwareReason.${reason}`, reason)}</span>,
  },
  readOnly: true,
}
