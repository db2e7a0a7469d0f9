import { type GivenValues, sensorCalibrationResource, sensorResource, type SensorRow } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { InputNumber, Segmented } from 'antd'
import { useMemo } from 'react'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import { forgetRows } from '../../lib/api/query.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { FormDrawer } from '../../parts/form/form-drawer.tsx'
import type { FormShape } from '../../parts/form/form-rules.ts'
import { CalibrationPreview } from './calibration-preview.tsx'

type Resource = typeof sensorCalibrationResource

const NEEDED = { required: true }
const ONE: FormShape<Resource> = {
  firstRaw: NEEDED,
  firstRef: NEEDED,
  secondRaw: { hidden: true },
  secondRef: { hidden: true },
}
const TWO: FormShape<Resource> = {
  firstRaw: NEEDED,
  firstRef: NEEDED,
  secondRaw: NEEDED,
  secondRef: NEEDED,
  certificateNo: NEEDED,
}
const useCalibrationShape = ({ way }: GivenValues<Resource>) => (way === 'SHIFT' ? ONE : TWO)

interface WayProps {
  id?: string
  value?: 'TWO_POINT' | 'SHIFT'
  onChange?: (value: 'TWO_POINT' | 'SHIFT') => void
}

/** The end of a calibration is no way to make one. */
function Way({ value, onChange, ...given }: WayProps) {
  useText()
  return (
    <Segmented<'TWO_POINT' | 'SHIFT'>
      {...given}
      block
      {...(value ? { value } : {})}
      {...(onChange ? { onChange } : {})}
      aria-label={byName('sensorCalibration.way')}
      options={(['TWO_POINT', 'SHIFT'] as const).map((way) => ({
        value: way,
        label: byName(`enum.calibrationWay.${way}`),
      }))}
    />
  )
}

/** As many digits as were typed, with the unit of the metric. */
function controlsFor(unit: string | null) {
  const point = <InputNumber<number> controls={false} style={{ width: '100%' }} suffix={unit} />
  return { way: <Way />, firstRaw: point, firstRef: point, secondRaw: point, secondRef: point }
}

/** Two points or one, the certificate, and what they make of the last value. */
export function CalibrationForm({ sensor, onClose }: { sensor: SensorRow; onClose: () => void }) {
  const { t } = useText()
  const client = useQueryClient()
  const { deviceId, deviceIdName, metric, words, unit } = sensor
  const controls = useMemo(() => controlsFor(unit), [unit])
  const named = { device: deviceIdName ?? '', metric: metricLabel(metric, { name: words ?? undefined }) }
  return (
    <FormDrawer
      resource={sensorCalibrationResource}
      id={null}
      onClose={onClose}
      slots={{
        title: t('sensor.calibrateOf', named),
        initial: { way: 'TWO_POINT' },
        useShape: useCalibrationShape,
        controls,
        above: { dueDate: <CalibrationPreview sensor={sensor} /> },
        finish: (values) => ({ ...values, deviceId, metric }),
        onSaved: () => void forgetRows(client, sensorResource.name),
      }}
    />
  )
}
