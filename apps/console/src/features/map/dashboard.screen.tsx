import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/access/access.tsx'
import { useText } from '../../lib/text/text.ts'
import { useAddressParam } from '../../lib/page/address-param.ts'
import { useMobile } from '../../lib/page/width.ts'
import { Failed } from '../../parts/fetched/fetched.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { flyTo, showDevice, goHome } from './canvas/camera.ts'
import { type CommandSlot, DeviceDrawer } from './device-drawer.tsx'
import { worstFirst } from './side/device-filter.ts'
import { FilterPanel, SearchField, TypeChips } from './side/filter-panel.tsx'
import { IsolationLegend } from './geography/isolation-overlay.tsx'
import { useIsolationId } from './isolation/use-isolation.ts'
import type { ProgressSlot } from './isolation/progress-slot.ts'
import { KpiStrip } from './side/kpi-strip.tsx'
import type { BatchSlot } from './geography/lasso.tsx'
import { Legend } from './side/legend.tsx'
import { useColouring } from './colour/use-colouring.ts'
import { MapCanvas, paddingFor } from './canvas/map-canvas.tsx'
import { MapScale } from './canvas/map-scale.tsx'
import { currentMask, devices, takeTool, useMap } from './map-state.ts'
import { MapTools } from './side/map-tools.tsx'
import { useMapCommands } from './command-rings.ts'
import { PastBar } from './past/past-bar.tsx'
import { usePast } from './past/use-past.ts'
import { PlacingBar } from './placing/placing-bar.tsx'
import { usePlacing } from './placing/use-placing.ts'
import { SideList } from './side/side-list.tsx'
import { useFlows } from './flow/use-flows.ts'
import { useDevices, useLand, useSummary, useTileSources } from './use-map-data.ts'
import { useWaiting } from '../../domain/waiting/waiting.ts'
import { useShownOnly, useWaitingMarks } from './side/use-shown-only.ts'
import { useMapPort } from './canvas/use-map-port.ts'
import './map.css'

// Few draw, and their forms are a fifth of the dashboard's program: they load when somebody does.
const GeoEditor = lazy(() => import('./geography/geo-editor.tsx'))
const ImportDialog = lazy(() => import('./geography/import-dialog.tsx'))
// It opens with a look back.
const PastAxis = lazy(() => import('./past/past-axis.tsx').then((module) => ({ default: module.PastAxis })))
// It opens with a click on a pipe.
const IsolationPanel = lazy(() =>
  import('./geography/isolation-panel.tsx').then((module) => ({ default: module.IsolationPanel })),
)

/** The height that the header leaves for the screen. */
function useRestOfWindow() {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const top = box.current ? box.current.getBoundingClientRect().top + window.scrollY : 0
      box.current?.style.setProperty('--map-top', `${Math.round(top)}px`)
    }
    measure()
    const watcher = new ResizeObserver(measure)
    if (box.current?.parentElement?.parentElement) watcher.observe(box.current.parentElement.parentElement)
    window.addEventListener('resize', measure)
    return () => {
      watcher.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [])
  return box
}

/** An address that names an isolation opens its panel. */
function useAddressedIsolation(): void {
  const [id] = useIsolationId()
  useEffect(() => {
    if (id !== null && useMap.getState().tool !== 'isolate') takeTool('isolate')
  }, [id])
}

/** An address that names a device shows it as soon as there are devices, and forgets the name. */
function useAddressedDevice(show: (id: string) => void): void {
  const [id, change] = useAddressParam('device')
  const loaded = useMap((state) => state.loaded)
  useEffect(() => {
    if (id === null || !loaded) return
    show(id)
    change(null)
  }, [id, loaded, show, change])
}

/** No device exists yet: shows how to add the first one. */
function NothingYet() {
  const { t } = useText()
  const navigate = useNavigate()
  const mayAdd = usePermission(['device:add'])
  return (
    <div className="map-float map-empty">
      <EmptyState
        icon="map"
        text={t('map.empty')}
        hint={t('map.emptyHint')}
        action={mayAdd ? { label: t('map.addDevice'), onClick: () => void navigate('/device/index') } : undefined}
      />
    </div>
  )
}

interface DashboardProps {
  /** The command panel of a device. */
  command?: CommandSlot
  /** The actions for the selected devices. */
  batch?: BatchSlot
  /** How far a command is, in one line. */
  progress?: ProgressSlot
}

/** 地图监控: where everything is, what is wrong, and how to act on it. */
export function Dashboard({ command, batch, progress }: DashboardProps) {
  const { t } = useText()
  const mobile = useMobile()
  const page = useRestOfWindow()
  const place = useMapPort()
  const { error, retry } = useDevices()
  useLand()
  useFlows()
  useMapCommands()
  const past = usePast()
  useColouring()
  const isPast = past.time !== null
  useAddressedIsolation()
  const summary = useSummary().data
  const waiting = useWaiting().data
  useWaitingMarks(waiting)
  const filter = useShownOnly()
  const sources = useTileSources()
  const selectedId = useMap((state) => state.selectedId)
  const editing = useMap((state) => state.editing)
  const isolating = useMap((state) => state.tool === 'isolate')
  const placing = useMap((state) => state.tool === 'place')
  const nothing = useMap((state) => state.loaded && state.counts.total === 0)
  const [importing, setImporting] = useState(false)
  const [searching, setSearching] = useState(false)
  const { port } = place
  const [padding, setPadding] = useState(() => paddingFor(mobile))
  useEffect(() => setPadding(paddingFor(mobile)), [mobile])
  usePlacing(port, padding)

  const show = useCallback((id: string) => showDevice(port, id, mobile ? {} : paddingFor(false)), [port, mobile])
  useAddressedDevice(show)
  const fly = useCallback((id: string) => flyTo(port, id), [port])
  const showFirst = () => {
    const [first] = worstFirst(devices, currentMask(), () => true, 1).list
    if (first !== undefined) show(devices.columns.ids[first]!)
  }
  const failure = place.error ?? error ?? past.error
  return (
    <div ref={page} className={mobile ? 'map-page mobile' : 'map-page'}>
      <MapCanvas place={place} batch={batch}>
        {past.time === null ? (
          <KpiStrip summary={summary} waiting={waiting} short={mobile} filter={filter} />
        ) : (
          <PastBar time={past.time} busy={past.busy} short={mobile} />
        )}
        <Suspense>{past.time !== null && <PastAxis time={past.time} />}</Suspense>
        {failure && (
          <div className="map-float map-empty">
            <Failed error={failure} onRetry={past.error ? past.retry : retry} />
          </div>
        )}
        {nothing && !editing && <NothingYet />}
        {!editing && !isolating && !placing && !mobile && !isPast && (
          <div className="map-left">
            <FilterPanel summary={summary} waiting={waiting} onEnter={showFirst} />
            <SideList waiting={waiting} onShow={show} />
          </div>
        )}
        {!editing && !isolating && !placing && mobile && !isPast && (
          <>
            <div className="map-chips">
              {searching ? (
                <SearchField onEnter={showFirst} />
              ) : (
                <button
                  type="button"
                  className="type-chip"
                  onClick={() => setSearching(true)}
                  data-testid="map-open-search"
                >
                  <Icon name="search" size={16} />
                  {t('map.find')}
                </button>
              )}
              <TypeChips />
            </div>
            <div className="map-sheet">
              <SideList waiting={waiting} onShow={show} />
            </div>
          </>
        )}
        {!editing && !mobile && (isolating ? <IsolationLegend /> : <Legend port={port} />)}
        {port && !editing && (
          <MapTools
            port={port}
            sources={sources}
            short={mobile}
            onHome={() => goHome(port, paddingFor(mobile))}
            onImport={() => setImporting(true)}
          />
        )}
        {port && <MapScale port={port} />}
        <Suspense>{port && editing && <GeoEditor port={port} />}</Suspense>
        {port && !editing && <PlacingBar port={port} />}
      </MapCanvas>
      <Suspense>{isolating && !editing && <IsolationPanel progress={progress} onShow={fly} />}</Suspense>
      {selectedId && !editing && !isolating && (
        <DeviceDrawer deviceId={selectedId} command={command} waiting={waiting} onShow={show} />
      )}
      <Suspense>{importing && <ImportDialog onClose={() => setImporting(false)} />}</Suspense>
    </div>
  )
}
