import type { DashboardSummary, Waiting } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { BODY_FACES, LEGEND_ORDER, MARK_FACES } from './markers/body-words.ts'
import { goHome } from './canvas/camera.ts'
import { type DeptNode, departmentTree, waitingIn } from './side/department-tree.ts'
import { MovingMarks } from './canvas/map-canvas.tsx'
import { closeMap } from './canvas/map-host.ts'
import { devices, forgetMapState, useMap } from './map-state.ts'
import { useMapCommands } from './command-rings.ts'
import { useFlows } from './flow/use-flows.ts'
import { useDevices, useLand } from './use-map-data.ts'
import { useMapDrawing } from './canvas/use-map-drawing.ts'
import { useMapPort } from './canvas/use-map-port.ts'
import './map.css'

/** How many times larger the map is drawn on a wall than on a desk: markers of 42 px, and no text below 15 px. */
const MAGNIFIED = 1.6
const PADDING = { top: 36, right: 36, bottom: 56, left: 36 }
/** A connection that dies silently loses events: all devices are fetched again this often. */
const AGAIN_MS = 300_000
const RETRY_MS = 15_000

function WallLegend() {
  const { t } = useText()
  const { bodies, marks } = useMap((state) => state.inView)
  const faces = [
    ...LEGEND_ORDER.filter((body) => bodies.has(body)).map((body) => BODY_FACES[body]),
    ...MARK_FACES.filter(({ bit }) => marks & bit),
  ]
  if (faces.length === 0) return null
  return (
    <ul className="wall-legend" aria-label={t('map.legend')}>
      {faces.map(({ glyph, tone, text }) => (
        <li key={text}>
          <span className={`side-glyph tone-${tone}`}>
            <Glyph name={glyph} />
          </span>
          {t(text)}
        </li>
      ))}
    </ul>
  )
}

/**
 * A read-only map of the dashboard: it always shows all devices, and takes no pointer and no key. `scale` is how many
 * times larger the whole page is shown. While mounted it uses the map's state for itself.
 */
export function WallMap({ scale }: { scale: number }) {
  const { t } = useText()
  const place = useMapPort()
  const { port, box } = place
  const probe = useRef<HTMLOutputElement>(null)
  const drawn = useMapDrawing(port, probe)
  const client = useQueryClient()
  const { error } = useDevices()
  useLand()
  useFlows()
  useMapCommands()
  const loaded = useMap((state) => state.loaded)
  const land = useMap((state) => state.land)
  const nothing = useMap((state) => state.loaded && state.counts.total === 0)
  const placing = useMap(() => devices.placing)

  useLayoutEffect(() => {
    forgetMapState()
    return () => {
      forgetMapState()
      void closeMap()
    }
  }, [])

  const failed = error !== null
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: ['device-map'] })
    const timer = setInterval(again, failed ? RETRY_MS : AGAIN_MS)
    return () => clearInterval(timer)
  }, [client, failed])

  useEffect(() => {
    if (!port || !box.current || !loaded) return
    const show = () => {
      port.magnify(MAGNIFIED * scale)
      port.resize()
      goHome(port, PADDING, true)
    }
    const watcher = new ResizeObserver(show)
    watcher.observe(box.current)
    show()
    return () => watcher.disconnect()
  }, [port, box, loaded, land, placing, scale])

  const failure = place.error ?? error
  return (
    <section className="wall-map" aria-label={t('map.label')}>
      <div ref={box} inert className="map-box" data-testid="map" style={{ zoom: MAGNIFIED }}>
        {port && (
          <div className="map-pins">
            <MovingMarks port={port} drawn={drawn} />
          </div>
        )}
        <output ref={probe} hidden data-testid="map-probe" />
      </div>
      {failure && <EmptyState icon="broken" text={t('state.failed')} hint={failure.message} />}
      {nothing && <EmptyState icon="map" text={t('map.empty')} />}
      <WallLegend />
    </section>
  )
}

export type WallArea = Pick<DeptNode, 'id' | 'name' | 'count'> & { waiting: ReturnType<typeof waitingIn> }

/**
 * The areas of the first level at which the scope divides, each with all its devices; those without devices are left
 * out.
 */
export function useWallAreas(summary: DashboardSummary | undefined, waiting: Waiting | undefined): readonly WallArea[] {
  const byDept = useMap((state) => state.counts.byDept)
  return useMemo(() => {
    let areas = departmentTree(summary?.depts ?? [], byDept)
    while (areas.length === 1 && areas[0]!.children.length > 0) areas = areas[0]!.children
    return areas
      .filter(({ count }) => count.total > 0)
      .map((area) => ({ ...area, waiting: waitingIn(waiting?.depts ?? [], area.ids) }))
  }, [summary?.depts, waiting?.depts, byDept])
}
