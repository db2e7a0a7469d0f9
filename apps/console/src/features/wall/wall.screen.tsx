import type { Command, DashboardSummary, Waiting } from '@sluice/contract'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/text.ts'
import { isSessionOver, useTrouble } from './trouble.ts'
import { useSomebody, useUpkeep, useWallKeys } from './use-wall.ts'
import { WallHeader } from './wall-header.tsx'
import { type Area, AreasPart, AttentionPart, CommandsPart } from './wall-lists.tsx'
import { WaterCard } from './water-card.tsx'
import './wall.css'
import './wall-lists.css'
import './wall-sizes.css'

interface WallProps {
  /** The factor by which it is enlarged. */
  scale: number
  map: ReactNode
  kpis: ReactNode
  summary: { data: DashboardSummary | undefined; error: Error | null; dataUpdatedAt: number }
  waiting: Waiting | undefined
  /** Unproven commands; null for a user who may not see them. */
  commands: readonly Command[] | null
  areas: readonly Area[]
}

/** 大屏: the state of the area, for reading from a distance over months. It has no controls and sends no commands. */
export function Wall({ scale, map, kpis, summary, waiting, commands, areas }: WallProps) {
  const { t } = useText()
  const trouble = useTrouble({ error: summary.error, heardAt: summary.dataUpdatedAt })
  const somebody = useSomebody()
  useWallKeys()
  useUpkeep(isSessionOver(summary.error))
  return (
    <div className={somebody ? 'wall somebody' : 'wall'} style={{ zoom: scale }} data-testid="wall">
      <WallHeader kpis={kpis} trouble={trouble} />
      <main className="wall-body">
        {map}
        <div className="wall-side">
          <AttentionPart waiting={waiting} />
          {commands && <CommandsPart commands={commands} />}
          <WaterCard volumeTodayM3={summary.data?.volumeTodayM3 ?? null} />
          <AreasPart areas={areas} />
        </div>
      </main>
      <p className="wall-keys">{t('wall.keys')}</p>
    </div>
  )
}
