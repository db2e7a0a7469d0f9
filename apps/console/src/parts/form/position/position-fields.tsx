import type { LngLat } from '@sluice/contract'
import { Form, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { pastePosition, PositionPicker } from './position-picker.tsx'

interface PositionFieldsProps {
  form: FormInstance
  /** Longitude, latitude. */
  names: readonly [string, string]
  onChange: () => void
  /** Their two fields. */
  children: ReactNode
}

/** Two numbers that are one position: side by side, with the map below them. */
export function PositionFields({ form, names, onChange, children }: PositionFieldsProps) {
  const watching = { form, preserve: true }
  const lng = Form.useWatch<number | null | undefined>(names[0], watching) ?? null
  const lat = Form.useWatch<number | null | undefined>(names[1], watching) ?? null
  const change = (position: LngLat | null) => {
    const [nextLng, nextLat] = position ?? [null, null]
    form.setFieldsValue({ [names[0]]: nextLng, [names[1]]: nextLat })
    onChange()
  }
  return (
    <div className="wide position-fields" onPaste={pastePosition(change)}>
      <div className="form-grid two">{children}</div>
      <PositionPicker value={lng === null || lat === null ? null : [lng, lat]} onChange={change} />
    </div>
  )
}
