import { useMemo } from 'react'
import { useNow } from '../../../lib/time/clock.ts'
import { useText } from '../../../lib/text/text.ts'
import { formatTime } from '../../../lib/time/time.ts'
import { Select } from '../../../parts/control/select.tsx'

interface ZoneSelectProps {
  id?: string
  /** Set by the form item. */
  value?: string | null
  onChange?: (zone: string | null) => void
}

/** The zones that this browser knows, each with its current time; no zone means that of the department above. */
export function ZoneSelect({ value, onChange, ...rest }: ZoneSelectProps) {
  const { t } = useText()
  const now = useNow(60_000)
  const options = useMemo(
    () =>
      // The stored zone may be missing from the list of an older browser.
      [...new Set([...(value ? [value] : []), ...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => ({
        value: zone,
        label: `${zone} · ${formatTime(now, '{h}:{i}', zone) ?? ''}`,
      })),
    [now, value],
  )
  return (
    <Select<string>
      {...rest}
      value={value ?? null}
      options={options}
      showSearch={{ optionFilterProp: 'value' }}
      allowClear
      placeholder={t('dept.zoneAbove')}
      onChange={(zone?: string) => onChange?.(zone ?? null)}
      style={{ width: '100%' }}
    />
  )
}
