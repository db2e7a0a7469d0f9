import { unitsOfText, unitsText } from '@sluice/contract'
import { UnitFields } from '../../parts/form/unit-fields.tsx'

interface Props {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

/** The units of a site, kept as a line of text that a sheet can hold. */
export function UnitsField({ id, value, onChange }: Props) {
  return (
    <div id={id}>
      <UnitFields
        value={unitsOfText(value ?? '') ?? {}}
        onChange={(choice) => onChange?.(unitsText(choice) || null)}
        usual={{}}
      />
    </div>
  )
}
