import type { Waiting } from '@sluice/contract'
import { showAge, useNow } from '../../../lib/time/clock.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { DeviceIcon } from '../../../parts/icon/icons.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { bodyText, BODY_FACES, RING_FACES } from '../markers/body-words.ts'
import { colourSaid } from '../colour/bin-words.ts'
import type { MapDevice } from '../markers/device-store.ts'
import { Asked } from '../map-marks.tsx'
import { type Panel, useMap } from '../map-state.ts'
import { ringOf } from '../markers/marker-state.ts'
import { useListed } from './listed.ts'
import { UnplacedCount } from '../placing/unplaced-hints.tsx'
import { WaitingList } from './waiting-list.tsx'

type Show = (id: string) => void

function DeviceRow({
  device,
  selected,
  now,
  onShow,
}: {
  device: MapDevice
  selected: boolean
  now: number
  onShow: Show
}) {
  const { t } = useText()
  const ring = ringOf(device.state)
  const { tone, glyph } = BODY_FACES[device.body]
  const said = colourSaid(device.id)
  return (
    <li>
      <button
        type="button"
        className={['flat side-item', selected ? 'on' : '', ring ?? ''].join(' ').trim()}
        aria-pressed={selected}
        data-testid="map-list-row"
        data-id={device.id}
        data-state={device.body}
        data-ring={ring}
        onClick={() => onShow(device.id)}
      >
        <span className={`side-glyph tone-${tone}`}>
          <Glyph name={glyph} />
        </span>
        <span className="side-words">
          <b className="clip">{device.name}</b>
          <small className="clip">
            {ring ? (
              <>
                {t(RING_FACES[ring].text)} <Asked deviceId={device.id} />
              </>
            ) : (
              bodyText(device.body)
            )}{' '}
            {said !== null && <>· {said} </>}· {device.deviceNo}
          </small>
        </span>
        <small className="num">{device.seen === null ? '' : showAge(device.seen, now)}</small>
        <DeviceIcon type={device.type} size={16} />
      </button>
    </li>
  )
}

/** The list beside the map: the same devices and selection, for keyboard and screen readers. */
function DeviceList({ listed, onShow }: { listed: ReturnType<typeof useListed>; onShow: Show }) {
  const { t } = useText()
  const selectedId = useMap((state) => state.selectedId)
  const now = useNow(10_000)
  if (listed.rows.length === 0) return <p className="side-none">{t('map.noneInView')}</p>
  return (
    <>
      <ul className="side-items" data-testid="map-list">
        {listed.rows.map((device) => (
          <DeviceRow key={device.id} device={device} selected={device.id === selectedId} now={now} onShow={onShow} />
        ))}
      </ul>
      {listed.total > listed.rows.length && (
        <p className="side-none">{t('map.moreRows', { n: formatNumber(listed.total - listed.rows.length, 0) })}</p>
      )}
    </>
  )
}

/** Two lists in one place: what needs attention, and what is on the map. */
export function SideList({ waiting, onShow }: { waiting: Waiting | undefined; onShow: Show }) {
  const { t } = useText()
  const panel = useMap((state) => state.panel)
  const spot = useMap((state) => state.spot)
  const picked = useMap((state) => state.picked)
  const searching = useMap(({ filter }) => filter.keyword.trim() !== '' || filter.unplaced)
  const listed = useListed()
  const listName = t(picked ? 'map.pickedTab' : spot ? 'map.here' : searching ? 'map.found' : 'map.inView')
  const tab = (name: Panel, label: string, count: number | undefined) => (
    <button
      type="button"
      role="tab"
      aria-selected={panel === name}
      className="flat side-tab"
      data-testid={`map-tab-${name}`}
      onClick={() => useMap.setState({ panel: name, spot: null })}
    >
      {label} {count !== undefined && <span className="num t3">{formatNumber(count, 0)}</span>}
    </button>
  )
  return (
    <section className="map-float map-side" aria-label={t('map.lists')}>
      <div className="side-tabs" role="tablist">
        {tab('attention', t('map.attention'), waiting?.total)}
        {tab('list', listName, listed.total)}
      </div>
      {panel === 'attention' ? (
        <WaitingList waiting={waiting} onShow={onShow} />
      ) : (
        <DeviceList listed={listed} onShow={onShow} />
      )}
      <UnplacedCount />
    </section>
  )
}
