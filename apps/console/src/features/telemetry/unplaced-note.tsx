import type { DeviceRow } from '@sluice/contract'
import { Link } from 'react-router'
import { Permission } from '../../lib/access/access.tsx'
import { useText } from '../../lib/text/text.ts'

/** A device without a position is on no map: says so, and leads to where one click places it. */
export function UnplacedNote({ device }: { device: Pick<DeviceRow, 'id' | 'lng' | 'lat'> }) {
  const { t } = useText()
  if (device.lng !== null && device.lat !== null) return null
  return (
    <span className="unplaced" data-testid="device-unplaced">
      <span>· {t('device.unplaced')}</span>
      <Permission roles={['device:edit']}>
        <Link className="link" to={`/dashboard?place=${device.id}`}>
          {t('device.placeIt')}
        </Link>
      </Permission>
    </span>
  )
}
