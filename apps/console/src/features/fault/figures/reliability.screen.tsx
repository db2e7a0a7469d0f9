import {
  COST_KINDS,
  type CostKind,
  type FaultFigures,
  faultFigures,
  FIGURES_LEAST_FAULTS,
  type FiguresAsked,
  reliability,
  type ReliabilityRun,
  repairCosts,
} from '@sluice/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAnswer } from '../../../lib/api/answer.ts'
import { keysAreTaken } from '../../../lib/page/page-keys.ts'
import { useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Segment } from '../../../parts/button/segment.tsx'
import { BAR_KINDS, Bars, barTable, mostOf } from './bars.tsx'
import { Costs, costTable } from './costs.tsx'
import { askedOf } from './figure-address.ts'
import { FigureCard } from './figure-card.tsx'
import { boundsOf, rangeIn } from './figures-range.ts'
import { FiguresHead } from './figures-head.tsx'
import { percentText } from './figures-words.ts'
import { Numbers } from './numbers.tsx'
import { OpenLevels, openTable } from './open-levels.tsx'
import { People, peopleTable } from './people.tsx'
import { Runs, runTable } from './runs.tsx'
import { Trend, trendTable } from './trend.tsx'
import { Card } from '../../../parts/section/section.tsx'
import './figures.css'
import './runs.css'
import './figures-sizes.css'

/** Tables in place of pictures, on all cards at once with the key T. */
function useTables() {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 't' || event.ctrlKey || event.metaKey || event.altKey || keysAreTaken(event))
        return
      setShown((before) =>
        before.size > 0 ? new Set() : new Set(['trend', 'bars', 'runs', 'costs', 'people', 'open']),
      )
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (name: string) => ({
    asTable: shown.has(name),
    onTable: () =>
      setShown((before) =>
        before.has(name) ? new Set([...before].filter((one) => one !== name)) : new Set([...before, name]),
      ),
  })
}
type TableOf = ReturnType<typeof useTables>

interface CardProps {
  asked: FiguresAsked
  tableOf: TableOf
}

function RunsCard({ query, asked, tableOf }: CardProps & { query: UseQueryResult<ReliabilityRun[]> }) {
  const { t } = useText()
  return (
    <Fetched query={query} card>
      {(found) => (
        <FigureCard
          {...tableOf('runs')}
          title={t('figures.models')}
          hint={t('figures.modelsHint')}
          table={runTable(found, asked)}
        >
          {found.length === 0 ? (
            <EmptyState icon="box" text={t('figures.noRuns')} />
          ) : (
            <Runs runs={found} asked={asked} />
          )}
        </FigureCard>
      )}
    </Fetched>
  )
}

function CostsCard({ asked, tableOf }: CardProps) {
  const { t } = useText()
  const [by, setBy] = useState<CostKind>('PRODUCT')
  const { level, ...others } = asked
  const query = useAnswer(repairCosts, { ...others, ...(level ? { level: Number(level) } : {}), by }, { keep: true })
  return (
    <Fetched query={query} card>
      {(costs) => (
        <FigureCard
          {...tableOf('costs')}
          title={t('figures.costs')}
          hint={t('figures.costsHint')}
          table={costTable(costs, by, asked)}
          beside={
            <span className="segments" role="group" aria-label={t('figures.costs')}>
              {COST_KINDS.map((one) => (
                <Segment key={one} on={one === by} onClick={() => setBy(one)}>
                  {t(`figures.costBy.${one}`)}
                </Segment>
              ))}
            </span>
          }
        >
          {costs.length === 0 ? (
            <EmptyState icon="wrench" text={t('figures.noCosts')} />
          ) : (
            <Costs costs={costs} by={by} asked={asked} />
          )}
        </FigureCard>
      )}
    </Fetched>
  )
}

function TrendCard({ figures, asked, now, tableOf }: CardProps & { figures: FaultFigures; now: number }) {
  const { t } = useText()
  return (
    <FigureCard
      {...tableOf('trend')}
      title={t('figures.trend')}
      hint={t('figures.trendHint')}
      table={trendTable(figures, asked)}
    >
      <Trend figures={figures} asked={asked} now={now} />
    </FigureCard>
  )
}

function BarsCard({ figures, asked, tableOf }: CardProps & { figures: FaultFigures }) {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const kind = BAR_KINDS.find((one) => one === search.get('by')) ?? 'codes'
  const show = (next: string) =>
    setSearch(
      (before) => {
        const changed = new URLSearchParams(before)
        changed.set('by', next)
        return changed
      },
      { replace: true },
    )
  const first = mostOf(figures[kind])
  return (
    <FigureCard
      {...tableOf('bars')}
      title={t('figures.where')}
      hint={
        first > 0
          ? t('figures.firstOnes', { n: first, share: percentText(figures[kind][first - 1]!.cumulative * 100, 0) })
          : undefined
      }
      table={barTable(kind, figures, asked)}
      beside={
        <span className="segments" role="group" aria-label={t('figures.where')}>
          {BAR_KINDS.map((one) => (
            <Segment key={one} on={one === kind} onClick={() => show(one)}>
              {t(`figures.by.${one}`)}
            </Segment>
          ))}
        </span>
      }
    >
      <Bars kind={kind} figures={figures} asked={asked} />
    </FigureCard>
  )
}

/** The weekly talk: whether it gets faster, what breaks, and which model and firmware to replace. */
export default function ReliabilityScreen() {
  const { t } = useText()
  const [search] = useSearchParams()
  const [now] = useState(() => Date.now())
  const range = rangeIn(search)
  const bounds = boundsOf(range, now)
  const { startTime, endTime } = bounds
  const asked = useMemo(() => askedOf(search, { startTime, endTime }), [search, startTime, endTime])
  const { level, ...others } = asked
  const query = useAnswer(faultFigures, { ...others, ...(level ? { level: Number(level) } : {}) }, { keep: true })
  const runs = useAnswer(reliability, { ...others, ...(level ? { level: Number(level) } : {}) }, { keep: true })
  const tableOf = useTables()
  // A line or a ranking of so few says nothing; costs, times between faults, people and what is open say what they say.
  const isFew = query.data !== undefined && query.data.now.faults < FIGURES_LEAST_FAULTS
  return (
    <div className="reliability">
      <FiguresHead range={range} bounds={bounds} runs={runs.data ?? []} figures={query.data} />
      <Fetched query={query} rows={8} card>
        {(figures) => (
          <>
            <Card>
              <Numbers figures={figures} asked={asked} />
            </Card>
            {isFew && (
              <div className="card">
                <EmptyState
                  icon="curve"
                  text={t('figures.tooFew')}
                  hint={t('figures.tooFewHint', { n: FIGURES_LEAST_FAULTS })}
                />
              </div>
            )}
            <div className="figure-cards">
              {!isFew && <TrendCard figures={figures} asked={asked} now={now} tableOf={tableOf} />}
              {!isFew && <BarsCard figures={figures} asked={asked} tableOf={tableOf} />}
              <RunsCard query={runs} asked={asked} tableOf={tableOf} />
              <CostsCard asked={asked} tableOf={tableOf} />
              <FigureCard
                {...tableOf('people')}
                title={t('figures.people')}
                hint={t('figures.peopleHint')}
                table={peopleTable(figures, asked)}
              >
                <People figures={figures} asked={asked} />
              </FigureCard>
              <FigureCard
                {...tableOf('open')}
                title={t('figures.openTitle')}
                hint={t('figures.openHint')}
                table={openTable(figures, asked)}
              >
                <OpenLevels figures={figures} asked={asked} />
              </FigureCard>
            </div>
          </>
        )}
      </Fetched>
    </div>
  )
}
