import {
  dashboardSummary,
  type DashboardSummary,
  deviceMap,
  type GeoAround,
  geoMap,
  mapSettings,
  type OutputOf,
  type TileSource,
} from '@sluice/contract'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onDeviceState } from '../../domain/state/device-state-store.ts'
import { usePermission } from '../../lib/access/access.tsx'
import { useAnswer, useAsked } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { useLive, watchLive } from '../../lib/live/live.ts'
import { devices, loadDevices, publishDevices, useMap } from './map-state.ts'

/** Reports that arrive together are merged. */
const FLUSH_MS = 100
/** The map and the numbers change at most this often: each change is a repaint, which costs much without a GPU. */
const REPAINT_MS = 1_000
/** Unknown devices are fetched together after this time. */
const NEWCOMER_MS = 3_000
const SUMMARY_MS = 15_000
/** A hundred thousand devices on a slow connection. */
const MAP_TIMEOUT_MS = 60_000

/** Brings what the store of states hears and fetches to the map, and updates React a few times a second. */
function useLiveDevices(): void {
  const client = useQueryClient()
  useEffect(() => {
    let flush: ReturnType<typeof setTimeout> | undefined
    let flushedAt = Number.NEGATIVE_INFINITY
    let newcomer: ReturnType<typeof setTimeout> | undefined
    const forgetAll = () => {
      newcomer = undefined
      void client.invalidateQueries({ queryKey: ['device-map'] })
    }
    const stopListening = onDeviceState((state) => {
      if (!devices.apply(state)) newcomer ??= setTimeout(forgetAll, NEWCOMER_MS)
      else
        flush ??= setTimeout(
          () => {
            flush = undefined
            flushedAt = performance.now()
            publishDevices()
          },
          Math.max(FLUSH_MS, flushedAt + REPAINT_MS - performance.now()),
        )
    })
    const stopWatching = watchLive({ devices: 'all' })
    return () => {
      stopListening()
      stopWatching()
      clearTimeout(flush)
      clearTimeout(newcomer)
    }
  }, [client])
}

/** All devices: fetched once, then updated by the live channel; fetched again after a gap in it. */
export function useDevices(): { error: Error | null; retry: () => void } {
  const client = useQueryClient()
  const reopened = useLive((state) => state.reopened)
  useLiveDevices()
  const fetched = useAsked(
    ['device-map'],
    async (how, askedAt) => ({ askedAt, columns: await call(deviceMap, {}, how) }),
    { timeoutMs: MAP_TIMEOUT_MS, fresh: true, large: true },
  )
  useEffect(() => {
    if (fetched.data) loadDevices(fetched.data.columns, fetched.data.askedAt)
  }, [fetched.data])
  useEffect(() => {
    if (reopened > 0) void client.invalidateQueries({ queryKey: ['device-map'] })
  }, [reopened, client])
  return { error: fetched.error, retry: () => void fetched.refetch() }
}

/** An answer that was kept from before an update knows of no land around. */
export function aroundIn({ around }: { around?: readonly GeoAround[] }): readonly GeoAround[] {
  return around ?? []
}

/** The geography as answered; other screens ask the same. */
export function useLandAnswer(): UseQueryResult<OutputOf<typeof geoMap>> {
  const may = usePermission(['geo:list'])
  return useAnswer(geoMap, may ? {} : null, { follows: ['geoFeature'], staleMs: 60_000, timeoutMs: MAP_TIMEOUT_MS })
}

/** The operator's geography, for users who may see it. */
export function useLand(): void {
  const land = useLandAnswer()
  useEffect(() => {
    if (!land.data) return
    useMap.setState({ land: land.data.features, around: aroundIn(land.data) })
  }, [land.data])
}

export function useSummary(): UseQueryResult<DashboardSummary> {
  return useAnswer(dashboardSummary, {}, { everyMs: SUMMARY_MS })
}

const NO_TILES: readonly TileSource[] = []

/** Tile sources that the operator configured; usually none. */
export function useTileSources(): readonly TileSource[] {
  const settings = useAnswer(mapSettings, {}, { staleMs: 600_000, silent: true })
  return settings.data?.tiles ?? NO_TILES
}
