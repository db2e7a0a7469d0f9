import { useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { useMap } from '../map-state.ts'

/** The canals and pipes by name; loaded when somebody isolates, because the map starts without forms. */
export default function EdgeSelect({ edges }: { edges: readonly { id: string; name: string }[] }) {
  const { t } = useText()
  const burst = useMap((state) => state.burst)
  return (
    <Select<string>
      value={burst?.edgeId ?? null}
      placeholder={t('map.edgeNone')}
      aria-label={t('map.edge')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      options={edges.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(edgeId?: string) => useMap.setState({ burst: edgeId ? { edgeId, place: null } : null })}
    />
  )
}
