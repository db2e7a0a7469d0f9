import type { LngLat } from '@sluice/contract'
import { InputNumber, Space } from 'antd'
import { useState } from 'react'
import { useText } from '../../lib/text/text.ts'
import { pastePosition, PositionPicker } from './position/position-picker.tsx'
import { DURATION_UNITS, type DurationUnit, fenOf, WEEK_DAYS, yuanOf } from '../../lib/text/value-text.ts'
import { Select } from '../control/select.tsx'
import { CheckBox } from '../control/check-box.tsx'

interface Given<T> {
  id?: string
  value?: T | null
  onChange?: (value: T | null) => void
}

const secondsOf = (unit: DurationUnit) => DURATION_UNITS.find(([name]) => name === unit)![1]

/** The longest unit in which a duration is a whole number. */
function unitOf(seconds: number | null | undefined): DurationUnit {
  if (!seconds) return 'minute'
  return DURATION_UNITS.find(([, of]) => seconds % of === 0)![0]
}

/** A number and its unit; the value is in seconds. */
export function DurationInput({ id, value, onChange }: Given<number>) {
  const { t } = useText()
  const [unit, setUnit] = useState(() => unitOf(value))
  const [seen, setSeen] = useState(value)
  // A value from outside is shown in the longest unit in which it is whole.
  if (seen !== value) {
    setSeen(value)
    if (value && value % secondsOf(unit) !== 0) setUnit(unitOf(value))
  }
  const of = secondsOf(unit)
  const amount = value === null || value === undefined ? null : value / of
  return (
    <Space.Compact block>
      <InputNumber<number>
        {...(id ? { id } : {})}
        min={0}
        precision={0}
        controls={false}
        value={amount}
        onChange={(next) => onChange?.(next === null ? null : next * of)}
      />
      <Select<DurationUnit>
        value={unit}
        aria-label={t('duration.unit')}
        options={DURATION_UNITS.map(([name]) => ({ value: name, label: t(`durationUnit.${name}`) }))}
        onChange={(next) => {
          setUnit(next)
          if (amount !== null) onChange?.(amount * secondsOf(next))
        }}
      />
    </Space.Compact>
  )
}

/** An amount in yuan; the value is in fen. */
export function MoneyInput({ value, onChange, ...given }: Given<number>) {
  return (
    <InputNumber<number>
      {...given}
      prefix="¥"
      precision={2}
      controls={false}
      value={value === null || value === undefined ? null : yuanOf(value)}
      onChange={(next) => onChange?.(next === null ? null : fenOf(next))}
    />
  )
}

/** The days of a week, Monday first; no day is no value. */
export function WeekInput({ id, value, onChange }: Given<number>) {
  const { t } = useText()
  const mask = value ?? 0
  return (
    <div role="group" className="row wrap" {...(id ? { id } : {})}>
      {WEEK_DAYS.map((day) => (
        <CheckBox key={day} checked={(mask & day) !== 0} onChange={() => onChange?.(mask ^ day || null)}>
          {t(`weekDay.${day}`)}
        </CheckBox>
      ))}
    </div>
  )
}

/** Longitude and latitude, typed, pasted or picked on the map; there is a value only when both are filled. */
export function PointInput({ id, value, onChange }: Given<LngLat>) {
  const { t } = useText()
  const [typed, setTyped] = useState<readonly (number | null)[]>(value ?? [null, null])
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    if (value) setTyped(value)
    else if (typed[0] !== null && typed[1] !== null) setTyped([null, null])
  }
  const part = (at: 0 | 1, most: number) => (
    <InputNumber<number>
      {...(id && at === 0 ? { id } : {})}
      min={-most}
      max={most}
      precision={6}
      controls={false}
      value={typed[at] ?? null}
      aria-label={t(at === 0 ? 'point.lng' : 'point.lat')}
      placeholder={t(at === 0 ? 'point.lng' : 'point.lat')}
      onChange={(next) => {
        const [lng = null, lat = null] = at === 0 ? [next, typed[1]] : [typed[0], next]
        setTyped([lng, lat])
        onChange?.(lng === null || lat === null ? null : [lng, lat])
      }}
    />
  )
  const change = (position: LngLat | null) => onChange?.(position)
  return (
    <div onPaste={pastePosition(change)}>
      <Space.Compact block>
        {part(0, 180)}
        {part(1, 90)}
      </Space.Compact>
      <PositionPicker value={value ?? null} onChange={change} />
    </div>
  )
}
