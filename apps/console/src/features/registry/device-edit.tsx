import { deviceResource } from '@sluice/contract'
import { useState } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { useText } from '../../lib/text/text.ts'
import { Button } from '../../parts/button/button.tsx'
import { FormDrawer } from '../../parts/form/form-drawer.tsx'
import { useDeviceShape } from './device-shape.ts'

const SLOTS = { useShape: useDeviceShape }

/** Opens the form of the list for one device, for those who may edit it. */
export function DeviceEdit({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const may = usePermission(['device:edit'])
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('action.edit')}</Button>
      {isOpen && <FormDrawer resource={deviceResource} id={deviceId} slots={SLOTS} onClose={() => setOpen(false)} />}
    </>
  )
}
