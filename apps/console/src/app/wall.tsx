import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ErrorInfo, type ReactNode, useEffect, useLayoutEffect } from 'react'
import { KpiStrip } from '../features/map/side/kpi-strip.tsx'
import { useMap } from '../features/map/map-state.ts'
import { useWaiting } from '../domain/waiting/waiting.ts'
import { useSummary } from '../features/map/use-map-data.ts'
import { useWallAreas, WallMap } from '../features/map/wall-map.tsx'
import { useScale } from '../features/wall/use-wall.ts'
import { Wall } from '../features/wall/wall.screen.tsx'
import { usePermission } from '../lib/access/access.tsx'
import { closeLive, openLive } from '../lib/live/live.ts'
import { queryClient } from '../lib/api/query.ts'
import { t } from '../lib/text/text.ts'
import { EmptyState } from '../parts/fetched/empty-state.tsx'
import { forceAppearance } from './theme/appearance.ts'

const REOPEN_MS = 60_000

/** No user is there to press a button: a wall that fails opens again by itself. */
class WallBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
    setTimeout(() => location.reload(), REOPEN_MS)
  }

  override render(): ReactNode {
    return this.state.broken ? <EmptyState icon="broken" text={t('wall.broken')} /> : this.props.children
  }
}

function LiveWall() {
  const scale = useScale()
  const summary = useSummary()
  const waiting = useWaiting().data
  const commands = useMap((state) => state.commands)
  const maySeeCommands = usePermission(['command:list'])
  return (
    <Wall
      scale={scale}
      map={<WallMap scale={scale} />}
      kpis={<KpiStrip summary={summary.data} waiting={waiting} short={false} />}
      summary={summary}
      waiting={waiting}
      commands={maySeeCommands ? [...commands.values()] : null}
      areas={useWallAreas(summary.data, waiting)}
    />
  )
}

/**
 * The wall screen, outside the shell: the features meet only here. Its appearance is night, whatever the user's choice.
 */
export default function WallPage() {
  useLayoutEffect(() => forceAppearance('night'), [])
  useEffect(() => {
    openLive()
    return closeLive
  }, [])
  return (
    <WallBoundary>
      <QueryClientProvider client={queryClient}>
        <LiveWall />
      </QueryClientProvider>
    </WallBoundary>
  )
}
