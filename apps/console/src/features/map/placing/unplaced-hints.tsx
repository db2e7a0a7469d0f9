import { formatNumber } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { changeFilter, useMap } from '../map-state.ts'
import type { MapDevice } from '../markers/device-store.ts'
import { placeDevice, usePlacingRight } from './use-placing.ts'

/** Below the lists: how many devices are not on the map, and the way to them. */
export function UnplacedCount() {
  const { t } = useText()
  const { total } = useMap((state) => state.counts.unplaced)
  const shown = useMap((state) => state.filter.unplaced)
  if (total === 0) return null
  return (
    <button
      type="button"
      className="flat side-unplaced"
      aria-pressed={shown}
      data-testid="map-unplaced"
      onClick={() => {
        changeFilter({ unplaced: !shown })
        useMap.setState({ panel: shown ? 'attention' : 'list' })
      }}
    >
      <Icon name="map" size={16} />
      <span className="grow">{t('placing.count', { n: formatNumber(total, 0) })}</span>
      <Icon name={shown ? 'cross' : 'right'} size={14} />
    </button>
  )
}

/** In the drawer of a device without a place. */
export function UnplacedNote({ device }: { device: MapDevice }) {
  const { t } = useText()
  const may = usePlacingRight()
  if (device.lng !== null) return null
  return (
    <p className="unplaced-note">
      <span className="grow">{t('placing.missing')}</span>
      {may && (
        <Button icon="map" className="small" data-testid="map-place" onClick={() => placeDevice(device.id)}>
          {t('placing.place')}
        </Button>
      )}
    </p>
  )
}
