import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/access/access.tsx'
import { toast } from '../../lib/page/toast.ts'
import { useText } from '../../lib/text/text.ts'

interface Placed {
  name?: string | null | undefined
  lng?: number | null | undefined
  lat?: number | null | undefined
}

/** Says of a new device without a position that the map does not show it, and leads to where one click places it. */
export function useOfferPlace(): (id: string, device: Placed) => void {
  const { t } = useText()
  const navigate = useNavigate()
  const may = usePermission(['device:edit'])
  return (id, { name, lng, lat }) => {
    if (!may || (typeof lng === 'number' && typeof lat === 'number')) return
    toast('info', t('device.notOnMap', { name: name ?? '' }), {
      label: t('device.placeIt'),
      onClick: () => void navigate(`/dashboard?place=${id}`),
    })
  }
}
