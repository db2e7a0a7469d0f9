import { sensorCalibrationResource, type SensorCalibrationRow } from '@sluice/contract'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import { formatNumber, MISSING } from '../../lib/text/reading-format.ts'
import { byName, t, useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { Chip } from '../../parts/reading/status-chip.tsx'

type Row = Pick<SensorCalibrationRow, 'metric' | 'words' | 'way' | 'inForce' | 'gain' | 'shift' | 'calibratedOn'>

const nameOf = ({ metric, words }: Row) => metricLabel(metric, { name: words ?? undefined })

/** In force, or something of the past. */
function InForceChip({ row: { inForce, way } }: { row: Row }) {
  useText()
  const past = way === 'END' ? 'enum.calibrationWay.END' : 'sensor.past'
  const text = byName(inForce ? 'sensorCalibration.inForce' : past)
  return <Chip tone={inForce ? 'plain' : 'off'} glyph={inForce ? 'done' : 'disabled'} text={text} />
}

const SLOTS: ListSlots<typeof sensorCalibrationResource> = {
  cells: {
    metric: (row) => <>{nameOf(row)}</>,
    inForce: (row) => <InForceChip row={row} />,
    // A line that ends a calibration has none of its own.
    gain: ({ way, gain }) => <span className="num">{way === 'END' ? MISSING : formatNumber(gain, 5)}</span>,
    shift: ({ way, shift }) => <span className="num">{way === 'END' ? MISSING : formatNumber(shift, 5)}</span>,
  },
  phone: {
    title: (row) => row.deviceName ?? '',
    second: (row) => (
      <>
        <span>{nameOf(row)}</span>
        <InForceChip row={row} />
        <span className="num t2">{row.calibratedOn ?? ''}</span>
      </>
    ),
  },
  readOnly: true,
}

/** The record of calibrations, newest first. */
export default function CalibrationScreen() {
  useText()
  const empty = <EmptyState icon="history" text={t('sensor.none')} hint={t('sensor.noneHint')} />
  return <ListPage resource={sensorCalibrationResource} slots={{ ...SLOTS, empty }} />
}
