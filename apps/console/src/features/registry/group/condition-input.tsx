import { DEVICE_FILTER_FIELDS, type DeviceFilter, deviceResource } from '@sluice/contract'
import { ConfigProvider } from 'antd'
import { byName, useText } from '../../../lib/text/text.ts'
import { FilterField, TypedInput } from '../../../parts/list/search/filter-input.tsx'
import './group.css'

interface ConditionProps {
  id?: string
  value?: DeviceFilter | null
  onChange?: (value: DeviceFilter | null) => void
  /** Only the fields that say something, and no hint. */
  only?: boolean
}

/** The search of the device list as a condition: whatever meets it is a member. */
export function ConditionInput({ id, value, onChange, only = false }: ConditionProps) {
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
      {!only && <p className="hint">{t('group.conditionHint')}</p>}
      {DEVICE_FILTER_FIELDS.filter((name) => !only || filter[name] !== undefined).map((name) => (
        <FilterField
          key={name}
          field={deviceResource.fields[name]}
          textKey={`${deviceResource.name}.${name}`}
          value={filter[name]}
          onChange={(wanted) => set(name, wanted)}
        />
      ))}
      {(!only || filter.keyword !== undefined) && (
        <label>
          <span>{t('group.keyword')}</span>
          <TypedInput
            value={filter.keyword}
            placeholder={t('search.contains')}
            onChange={(wanted) => set('keyword', wanted)}
          />
        </label>
      )}
    </div>
  )
}

/** The condition of a group, to be read: what it asks for. */
export function ConditionShown({ filter }: { filter: DeviceFilter }) {
  const { t } = useText()
  return (
    <>
      <h2 className="part-title">{byName('deviceGroup.filter')}</h2>
      <p className="hint">{t('group.conditionShown')}</p>
      <div className="condition-shown">
        <ConfigProvider componentDisabled>
          <ConditionInput value={filter} only />
        </ConfigProvider>
      </div>
    </>
  )
}
