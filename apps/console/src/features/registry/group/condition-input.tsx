import { DEVICE_FILTER_FIELDS, type DeviceFilter, deviceResource } from '@sluice/contract'
import { byName, useText } from '../../../lib/text/text.ts'
import { FilterField, TypedInput } from '../../../parts/list/search/filter-input.tsx'
import './group.css'

interface ConditionProps {
  id?: string
  value?: DeviceFilter | null
  onChange?: (value: DeviceFilter | null) => void
}

/** The search of the device list as a condition: whatever meets it is a member. */
export function ConditionInput({ id, value, onChange }: ConditionProps) {
  const { t } = useText()
  const filter = value ?? {}
  const set = (name: keyof DeviceFilter, wanted: string | undefined) => {
    const next = Object.fromEntries(
      Object.entries({ ...filter, [name]: wanted }).filter(([, one]) => one !== undefined),
    )
    onChange?.(Object.keys(next).length > 0 ? next : null)
  }
  return (
    <div id={id} className="condition" role="group" aria-label={byName('deviceGroup.filter')}>
      <p className="hint">{t('group.conditionHint')}</p>
      {DEVICE_FILTER_FIELDS.map((name) => (
        <FilterField
          key={name}
          field={deviceResource.fields[name]}
          textKey={`device.${name}`}
          value={filter[name]}
          onChange={(wanted) => set(name, wanted)}
        />
      ))}
      <label>
        <span>{t('group.keyword')}</span>
        <TypedInput
          value={filter.keyword}
          placeholder={t('search.contains')}
          onChange={(wanted) => set('keyword', wanted)}
        />
      </label>
    </div>
  )
}

/** The condition of a group as facts; nothing for a group by hand. */
export function ConditionShown({ filter }: { filter: DeviceFilter | null }) {
  const { t } = useText()
  if (filter === null) return null
  return (
    <>
      <h2 className="part-title">{byName('deviceGroup.filter')}</h2>
      <p className="hint">{t('group.conditionShown')}</p>
      <fieldset disabled className="condition-shown">
        <ConditionInput value={filter} />
      </fieldset>
    </>
  )
}
