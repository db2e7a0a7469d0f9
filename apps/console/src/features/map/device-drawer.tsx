import type { DeviceState, Waiting } from '@sluice/contract'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { showAge, useNow } from '../../lib/time/clock.ts'
import { useCurrentState } from '../../domain/state/current-state.ts'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import { useFaces } from '../../domain/metric/points.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Failed } from '../../parts/fetched/fetched.tsx'
import { Glyph, levelGlyph } from '../../parts/icon/glyphs.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { TypeTile } from '../../parts/icon/type-tile.tsx'
import { Age, Reading } from '../../parts/reading/reading.tsx'
import type { Steps } from '../../parts/list/row-walk.ts'
import { StepButtons } from '../../parts/overlay/step-buttons.tsx'
import { useBackCloses } from '../../parts/overlay/back-closes.ts'
import { DeviceFaults } from '../../domain/waiting/device-faults.tsx'
import { StateChip, LinkChip } from '../../parts/reading/status-chip.tsx'
import { DayCurve } from './day-curve.tsx'
import type { MapDevice } from './markers/device-store.ts'
import { orderedKeys } from './markers/reading-order.ts'
import { useFaults } from './drawer-state.ts'
import { devices, select, useMap } from './map-state.ts'
import { UnplacedNote } from './placing/unplaced-hints.tsx'
import { useDeviceSteps } from './side/listed.ts'

/**
 * Where the app inserts another feature's controls of a device. `own` is the map's own part about a device, for one
 * without commands.
 */
export type CommandSlot = (device: MapDevice, own: ReactNode) => ReactNode

const VALUES_SHOWN = 12

// Few look back: it loads with the axis of the past.
const PastCard = lazy(() => import('./past/past-card.tsx').then((module) => ({ default: module.PastCard })))

type Faces = ReturnType<typeof useFaces>

function Head({ device, steps, onClose }: { device: MapDevice; steps: Steps; onClose: () => void }) {
  const { t } = useText()
  const master = device.masterId === null ? undefined : devices.get(device.masterId)
  const close = useRef<HTMLButtonElement>(null)
  // The drawer takes the focus; the browser returns it to the clicked element.
  useEffect(() => close.current?.focus({ preventScroll: true }), [device.id])
  return (
    <header className="drawer-head">
      <TypeTile
        type={device.type}
        size={22}
        className="drawer-tile"
        label={byName(`enum.deviceType.${device.type}`, device.type)}
      />
      <div className="grow">
        <h2 className="clip">{device.name}</h2>
        <p className="clip num">
          {device.deviceNo}
          {master && ` · ${master.name}`}
          {device.lng === null && ` · ${t('map.unplaced')}`}
        </p>
      </div>
      <StepButtons steps={steps} />
      <Link
        className="icon-button"
        to={`/device/detail/${device.id}`}
        title={t('map.devicePage')}
        aria-label={t('map.devicePage')}
      >
        <Icon name="sheet" />
      </Link>
      <button
        ref={close}
        type="button"
        className="icon-button"
        aria-label={t('action.close')}
        onClick={onClose}
        data-testid="map-drawer-close"
      >
        <Icon name="cross" />
      </button>
    </header>
  )
}

function Chips({ device, state }: { device: MapDevice; state: DeviceState | undefined }) {
  const { t } = useText()
  const status = state?.status ?? (['INACTIVE', 'ONLINE', 'OFFLINE', 'DISABLED'] as const)[device.status]!
  const faults = state?.faults ?? []
  return (
    <div className="drawer-chips" data-testid="map-drawer-state">
      <LinkChip value={status} cause={state?.offlineCause ?? null} />
      {device.body === 'moving' && <StateChip tone="moving" glyph="moving" text={t('state.moving')} />}
      <DeviceFaults deviceId={device.id} faults={faults} />
    </div>
  )
}

function Values({ state, faceOf }: { state: DeviceState; faceOf: Faces }) {
  const { t } = useText()
  const keys = orderedKeys(state.values).slice(0, VALUES_SHOWN)
  if (keys.length === 0) return <p className="side-none">{t('device.noValues')}</p>
  return (
    <ul className="drawer-values">
      {keys.map((key) => (
        <li key={key}>
          <span className="t3 clip">{metricLabel(key, faceOf(key))}</span>
          <b>
            <Reading metric={key} reading={state.values[key]} face={faceOf(key)} />
          </b>
          <small className="t3">
            <Age time={state.values[key]?.ts} />
          </small>
        </li>
      ))}
    </ul>
  )
}

const FAULTS_SHOWN = 5

function Faults({ deviceId, state }: { deviceId: string; state: DeviceState | undefined }) {
  const { t } = useText()
  const now = useNow(10_000)
  const faults = useFaults(deviceId, state)
  return (
    <section className="drawer-part" aria-label={t('map.lastFaults')}>
      <h3>{t('map.lastFaults')}</h3>
      {faults?.length === 0 && <p className="side-none">{t('device.noFaults')}</p>}
      <ul className="event-rows drawer-faults">
        {faults?.slice(0, FAULTS_SHOWN).map((fault) => (
          <li key={fault.id} className={fault.conditionState === 'ACTIVE' ? 'active' : ''}>
            <span className={`side-glyph tone-level${fault.level}`}>
              <Glyph name={levelGlyph(fault.level)} />
            </span>
            <span className="grow clip">{byName(`fault.${fault.code}`, fault.code)}</span>
            <span className="t3">{byName(`enum.conditionState.${fault.conditionState}`)}</span>
            <small className="num t3">{showAge(fault.lastTime, now)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The readings of a device, their last day, and its faults. */
function OwnParts({ device }: { device: MapDevice }) {
  const { t } = useText()
  const { data: state, error, retry } = useCurrentState(device.id)
  const faceOf = useFaces(device.productId)
  return (
    <>
      <Chips device={device} state={state} />
      <p className="drawer-age">
        <Icon name="clock" size={14} />
        {t('map.lastReport')} <Age time={state?.lastSeenTime} />
      </p>
      {error && <Failed error={error} onRetry={retry} />}
      {state && <Values state={state} faceOf={faceOf} />}
      {state && <DayCurve state={state} faceOf={faceOf} />}
      <Faults deviceId={device.id} state={state} />
    </>
  )
}

const close = () => select(null)

interface DrawerProps {
  deviceId: string
  command: CommandSlot | undefined
  waiting: Waiting | undefined
  /** Shows another device, as the list does. */
  onShow: (id: string) => void
}

/** The facts of one device beside the map; full screen on a phone. */
export function DeviceDrawer({ deviceId, command, waiting, onShow }: DrawerProps) {
  useBackCloses(close)
  const steps = useDeviceSteps(waiting, deviceId, onShow)
  const changes = useMap(({ version, heard }) => version + heard)
  const past = useMap((state) => state.past)
  const device = devices.get(deviceId)
  void changes
  if (!device) return null
  const own = past === null ? <OwnParts device={device} /> : <PastCard device={device} time={past} />
  return (
    <aside
      className="map-drawer"
      aria-label={device.name}
      data-testid="map-drawer"
      data-id={deviceId}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Head device={device} steps={steps} onClose={close} />
      <div className="drawer-body">
        {past === null && <UnplacedNote device={device} />}
        {command && past === null ? command(device, own) : <Suspense>{own}</Suspense>}
      </div>
    </aside>
  )
}
