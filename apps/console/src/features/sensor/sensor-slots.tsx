import type { sensorResource, SensorRow, SensorState } from '@sluice/contract'
import { DeviceName } from '../../domain/device-name.tsx'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { measureText, shownUnit } from '../../lib/text/units.ts'
import type { GlyphName } from '../../parts/icon/glyphs.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { Age } from '../../parts/reading/reading.tsx'
import { Chip, type ChipTone } from '../../parts/reading/status-chip.tsx'
import { CalibrationForm } from './calibration-form.tsx'

const LOOKS: Readonly<Record<SensorState, { tone: ChipTone; glyph: GlyphName }>> = {
  VALID: { tone: 'plain', glyph: 'done' },
  DUE: { tone: 'plain', glyph: 'pending' },
  OVERDUE: { tone: 'barred', glyph: 'failed' },
  NEVER: { tone: 'off', glyph: 'unknown' },
}

export function SensorStateChip({ row: { sensorState } }: { row: SensorRow }) {
  useText()
  return <Chip {...LOOKS[sensorState]} text={byName(`enum.sensorState.${sensorState}`)} />
}

function Value({ value, row: { unit, decimals } }: { value: number | null; row: SensorRow }) {
  if (value === null) return <span className="t3">{MISSING}</span>
  return (
    <span className="num">
      {measureText(value, { unit: unit ?? undefined, decimals: decimals ?? undefined })}
      {unit && <span className="unit">{shownUnit(unit)}</span>}
    </span>
  )
}

export const nameOf = ({ metric, words }: SensorRow) => metricLabel(metric, { name: words ?? undefined })

/** Values and their ages are as of the request; reports are no writes that lists are told of. */
const AGAIN_MS = 15_000

/** What the list of all sensors and that of a device show alike. */
export const SENSOR_SLOTS = {
  twoLines: true,
  cells: {
    deviceId: (row) => (
      <DeviceName
        id={row.deviceId}
        type={row.deviceTypeCode}
        name={row.deviceIdName ?? row.deviceNo}
        below={row.deviceNo}
      />
    ),
    metric: (row) => <>{nameOf(row)}</>,
    value: (row) => <Value value={row.value} row={row} />,
    // Without a calibration it is the value itself, which stands beside it already.
    rawValue: (row) => (
      <span className="t2">
        <Value value={row.gain === null ? null : row.rawValue} row={row} />
      </span>
    ),
    sensorState: (row) => <SensorStateChip row={row} />,
    lastSeenTime: (row) => <Age time={row.lastSeenTime} />,
  },
  phone: {
    title: (row) => row.deviceIdName ?? row.deviceNo,
    right: (row) => <Value value={row.value} row={row} />,
    second: (row) => (
      <>
        <span>{nameOf(row)}</span>
        <SensorStateChip row={row} />
        {row.dueDate && <span className="num t2">{row.dueDate}</span>}
      </>
    ),
  },
  forms: { calibrate: (row, close) => <CalibrationForm sensor={row} onClose={close} /> },
  refetchMs: () => AGAIN_MS,
} satisfies ListSlots<typeof sensorResource>
