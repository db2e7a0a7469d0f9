import { deviceResource, type DeviceRow } from '@sluice/contract'
import { HeadActions } from '../../parts/detail-page/detail-head.tsx'
import { useResourceActions } from '../../parts/list/resource-actions.tsx'
import { DEVICE_FORMS } from './master-forms.tsx'
import { useDeviceShape } from './device-shape.ts'

const SLOTS = { form: { useShape: useDeviceShape }, forms: DEVICE_FORMS }

/** What may be done with one device, as in the list: its form, and its next step in life with the reason why not. */
export function DeviceEdit({ device }: { device: DeviceRow }) {
  const { of, drawer } = useResourceActions(deviceResource, SLOTS)
  const actions = of(device).filter(({ key }) => key !== 'del')
  const edit = actions.filter(({ key }) => key === 'edit')
  const others = actions.filter(({ key }) => key !== 'edit')
  return (
    <>
      {actions.length > 0 && <HeadActions quiet actions={[...edit, ...others]} subject={device.name} />}
      {drawer}
    </>
  )
}
