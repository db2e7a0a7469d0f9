import { type IsolationPlan, type IsolationRun, openIsolations } from '@sluice/contract'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Failed, Outdated } from '../../../parts/fetched/fetched.tsx'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { CrewSheet } from '../isolation/crew-sheet.tsx'
import { PlanView } from '../isolation/plan-view.tsx'
import type { ProgressSlot } from '../isolation/progress-slot.ts'
import { RunView } from '../isolation/run-view.tsx'
import { useIsolationId, useIsolationPlan, useIsolationRun } from '../isolation/use-isolation.ts'
import { lengthWords } from '../isolation/valve-bar.tsx'
import { takeTool, useMap } from '../map-state.ts'
import { edgesOf } from './burst.rules.ts'

const EdgeSelect = lazy(() => import('./edge-select.tsx'))

/** A canal or a pipe by its name, for whoever cannot point at it. */
function EdgeChoice() {
  const { t } = useText()
  const land = useMap((state) => state.land)
  const burst = useMap((state) => state.burst)
  const leftOut = useMap((state) => state.leftOut.get(state.burst?.edgeId ?? ''))
  const edges = useMemo(
    () =>
      edgesOf(land)
        .map(({ id, name }) => ({ id, name: name ?? t('map.unnamed') }))
        .sort((a, b) => a.name.localeCompare(b.name, 'zh-CN', { numeric: true })),
    [land, t],
  )
  return (
    <div className="isolation-choice">
      {!burst && <p className="t3">{t('map.isolateHint')}</p>}
      <label className="isolation-edge">
        {t('map.edge')}
        <Suspense fallback={<WaitBlocks />}>
          <EdgeSelect edges={edges} />
        </Suspense>
      </label>
      {leftOut !== undefined && <p className="t3">{t('map.flowLeftOut', { n: leftOut })}</p>}
    </div>
  )
}

/** Isolations that are in place: their undo lists are still to be used. */
function InPlace({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useText()
  const may = usePermission(['command:list'])
  const { data } = useAnswer(openIsolations, may ? {} : null, { staleMs: 0 })
  if (!data || data.length === 0) return null
  return (
    <section className="isolation-open">
      <b>{t('isolation.open')}</b>
      <ul>
        {data.map(({ id, edgeName, operatorName, createTime, valveCount }) => (
          <li key={id}>
            <button type="button" className="flat" data-testid="isolation-open" onClick={() => onOpen(id)}>
              <b className="clip">{t('isolation.openLine', { name: edgeName ?? t('map.unnamed'), n: valveCount })}</b>
              <small className="t3">
                {showTime(createTime, '{m}-{d} {h}:{i}')} · {operatorName}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Head({ shown, run }: { shown: IsolationPlan | IsolationRun | undefined; run: IsolationRun | undefined }) {
  const { t } = useText()
  const [, open] = useIsolationId()
  const count = run ? run.valveCount : shown?.valves.length
  const name = shown?.edgeName ?? t('map.unnamed')
  return (
    <header className="isolation-head">
      <span className="grow">
        <h2>{t('isolation.title')}</h2>
        {shown && count !== undefined && count > 0 && (
          <p className="t3">
            {t('isolation.aim', { n: count, name })} · {t('isolation.length', { length: lengthWords(shown.lengthM) })}
          </p>
        )}
      </span>
      {run && (
        <span className="isolation-count num" data-testid="isolation-count">
          <b>{run.provenCount}</b> / {run.valveCount} {t('isolation.proven')}
        </span>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t('action.close')}
        onClick={() => {
          open(null)
          takeTool(null)
        }}
      >
        <Icon name="cross" />
      </button>
    </header>
  )
}

function Tools({ run, shown }: { run: IsolationRun | undefined; shown: IsolationPlan | IsolationRun }) {
  const { t } = useText()
  const [, open] = useIsolationId()
  if (shown.valves.length + shown.byHand.length === 0) return null
  return (
    <div className="isolation-tools">
      <Button kind="link" data-testid="isolation-print" onClick={() => window.print()}>
        {t('isolation.print')}
      </Button>
      {run && (
        <Button
          kind="link"
          onClick={() => {
            useMap.setState({ burst: null })
            open(null)
          }}
        >
          {t('isolation.new')}
        </Button>
      )}
      <CrewSheet given={shown} edgeName={shown.edgeName ?? t('map.unnamed')} />
    </div>
  )
}

/** 爆管隔离: a point on a canal or a pipe, the valves that cut it off, and the isolation that they are closed by. */
export function IsolationPanel({
  progress,
  onShow,
}: {
  progress: ProgressSlot | undefined
  onShow: (id: string) => void
}) {
  const { t } = useText()
  const burst = useMap((state) => state.burst)
  const [id, open] = useIsolationId()
  const plan = useIsolationPlan()
  const running = useIsolationRun()
  const run = id === null ? undefined : running.data
  const asked = id === null ? plan : running
  const shown = id === null ? plan.data : run
  const isWanted = id !== null || burst !== null
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || id !== null) return
      takeTool(null)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [id])
  return (
    <aside className="isolation-panel" aria-label={t('map.isolate')} data-testid="isolation-panel">
      <Head shown={isWanted ? shown : undefined} run={run} />
      {id === null && <EdgeChoice />}
      {!isWanted && <InPlace onOpen={open} />}
      {isWanted && !shown && !asked.error && <WaitBlocks rows={3} />}
      {isWanted && asked.error && !shown && <Failed error={asked.error} onRetry={() => void asked.refetch()} />}
      {isWanted && asked.error && shown && <Outdated onRetry={() => void asked.refetch()} />}
      {isWanted && shown && <Tools run={run} shown={shown} />}
      {id === null && burst && plan.data && <PlanView burst={burst} plan={plan.data} onShow={onShow} />}
      {run && <RunView run={run} progress={progress} onShow={onShow} />}
    </aside>
  )
}
