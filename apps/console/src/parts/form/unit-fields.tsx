import { type Dimension, DIMENSION_NAMES, DIMENSIONS, type UnitChoice, unitsOf } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import { Select } from '../control/select.tsx'
import './unit-fields.css'

interface Props {
  value: UnitChoice
  onChange: (value: UnitChoice) => void
  /** What applies where nothing is chosen. */
  usual: UnitChoice
}

/** A choice that leaves a dimension as it is usually told. */
const USUAL = ''

/** A unit for each dimension, or the usual one. */
export function UnitFields({ value, onChange, usual }: Props) {
  const { t } = useText()
  const choose = (dimension: Dimension, unit: string) => {
    const { [dimension]: _before, ...others } = value
    onChange(unit === USUAL ? others : { ...others, [dimension]: unit })
  }
  return (
    <div className="unit-fields">
      {DIMENSION_NAMES.map((dimension) => {
        const label = byName(`dimension.${dimension}`)
        const stored = usual[dimension] ?? DIMENSIONS[dimension].canonical
        return (
          <label key={dimension}>
            <span className="t2">{label}</span>
            <Select
              aria-label={label}
              value={value[dimension] ?? USUAL}
              onChange={(unit: string) => choose(dimension, unit)}
              options={[
                { value: USUAL, label: t('units.usual', { unit: stored }) },
                ...unitsOf(dimension).map((unit) => ({ value: unit, label: unit })),
              ]}
            />
          </label>
        )
      })}
    </div>
  )
}
