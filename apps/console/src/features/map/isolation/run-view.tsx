import {
  type IsolatedValve,
  type IsolationRun,
  planIsolation,
  replaceInIsolation,
  resendIsolation,
} from '@sluice/contract'
import { readNow } from '../../../domain/command/read-now.ts'
import { positionOf } from '../../../domain/command/valve-position.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useLine } from '../../../lib/live/line.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { stopwatch } from '../../../lib/time/stopwatch.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { StateChip } from '../../../parts/reading/status-chip.tsx'
import { PanelFoot } from './panel-foot.tsx'
import type { ProgressSlot } from './progress-slot.ts'
import { asksPerson, counted, isBack, isHalted, isShut, remainingS, wholeOf } from './progress.rules.ts'
import { UndoList } from './undo-list.tsx'
import { useCommand, useRefreshed, useValveStates } from './use-isolation.ts'
import { OpeningNow, ValveBar } from './valve-bar.tsx'
import { ByHand, PassedOver, ValveRow } from './valve-row.tsx'

const key = () => crypto.randomUUID()
const namesOf = (valves: readonly { name: string }[]) => valves.map(({ name }) => name).join(t('list.comma'))

function Stage({ valve, progress }: { valve: IsolatedValve; progress: ProgressSlot | undefined }) {
  const { t: words } = useText()
  const command = useCommand(valve.command)
  const { stage, refused } = valve
  if (stage === 'CLOSED_BEFORE') return <StateChip tone="online" glyph="done" text={words('isolation.closed')} />
  if (stage === 'MOVED') return <StateChip tone="level2" glyph="level2" text={words('isolation.moved')} />
  if (stage === 'PROVEN' && command?.status !== 'EXECUTED')
    return <StateChip tone="online" glyph="done" text={words('isolation.closed')} />
  if (refused) return <StateChip tone="level4" glyph="failed" text={byName(`error.${refused}`)} />
  if (!command) return <StateChip tone="plain" glyph="disabled" text={words('isolation.waiting')} />
  return progress?.(command) ?? null
}

interface StepsProps {
  run: IsolationRun
  valve: IsolatedValve
}

/** The valves that would be closed instead of this one. */
function useNext({ run, valve }: StepsProps) {
  const passed = run.valves.filter(({ stage }) => stage === 'PASSED_OVER').map(({ deviceId }) => deviceId)
  const place = run.place ? { lng: run.place[0], lat: run.place[1] } : {}
  const without = [...passed, valve.deviceId]
  const plan = useAnswer(planIsolation, { edgeId: run.edgeId, ...place, without }, { staleMs: 0 }).data
  const known = new Set(run.valves.map(({ deviceId }) => deviceId))
  return plan && plan.valves.filter(({ deviceId }) => !known.has(deviceId))
}

/** Reading comes first: the valve may have moved although nothing proves it. */
function NextSteps({ run, valve }: StepsProps) {
  const { t: words } = useText()
  const { id } = run
  const { deviceId, name } = valve
  const next = useNext({ run, valve })
  const refresh = useRefreshed()
  const { busy, mutate } = useMutation()
  const act = (work: () => Promise<unknown>) => void mutate(work).then(refresh)
  return (
    <div className="isolation-steps" data-testid="isolation-steps">
      <Button kind="urged" disabled={busy} onClick={() => act(() => readNow(deviceId, name))}>
        {words('isolation.read')}
      </Button>
      <Button disabled={busy} onClick={() => act(() => call(resendIsolation, { id, deviceId, idempotencyKey: key() }))}>
        {words('isolation.resend')}
      </Button>
      {next && next.length > 0 && (
        <Button
          disabled={busy}
          data-testid="isolation-next"
          onClick={() => {
            const nextIds = next.map((one) => one.deviceId)
            act(() => call(replaceInIsolation, { id, deviceId, nextIds, idempotencyKey: key() }))
          }}
        >
          {words('isolation.next', { names: namesOf(next) })}
        </Button>
      )}
      {next?.length === 0 && <p className="t3">{words('isolation.noNext')}</p>}
    </div>
  )
}

/** What the isolation as a whole comes to, as a sentence. */
function Whole({ run, openingOf }: { run: IsolationRun; openingOf: (deviceId: string) => number | null }) {
  const { t: words } = useText()
  const facts = { n: run.provenCount, total: run.valveCount }
  const { restore } = run
  switch (wholeOf(run)) {
    case 'running': {
      const n = run.valveCount - run.provenCount
      const left = remainingS(run.valves, openingOf)
      return (
        <p className="isolation-whole asked">
          <span className="isolation-turn" aria-hidden="true" />
          {left === null
            ? words('isolation.running', { n })
            : words('isolation.runningFor', { n, time: stopwatch(left * 1000) })}
        </p>
      )
    }
    case 'open':
      return (
        <div className="isolation-whole over">
          <Glyph name="unconfirmed" />
          <p role="alert">
            <b>{words('isolation.over', { names: namesOf(counted(run).filter((valve) => !isShut(valve))) })}</b>
            <small>{words('isolation.overHint', facts)}</small>
          </p>
        </div>
      )
    case 'done':
      return (
        <p className="isolation-whole done" data-testid="isolation-done">
          <Glyph name="done" />
          {run.byHand.length > 0
            ? words('isolation.doneByHand', { n: run.byHand.length })
            : words('isolation.done', facts)}
        </p>
      )
    case 'restoring':
      return (
        <p className="isolation-whole asked">
          <span className="isolation-turn" aria-hidden="true" />
          {words('isolation.restoring', { n: run.valves.filter(isBack).length, total: run.valves.length })}
        </p>
      )
    case 'halted':
      return (
        <p className="isolation-whole over" role="alert">
          <Glyph name="unconfirmed" />
          {words('isolation.restoreHalted', { name: namesOf(run.valves.filter(isHalted)) })}
        </p>
      )
    case 'restored': {
      const { operatorName, doneTime } = restore!
      return (
        <p className="isolation-whole done" data-testid="isolation-restored">
          <Glyph name="done" />
          {words('isolation.restored', { name: operatorName, time: showTime(doneTime, '{m}-{d} {h}:{i}:{s}') })}
        </p>
      )
    }
  }
}

interface RunViewProps {
  run: IsolationRun
  progress: ProgressSlot | undefined
  onShow: (id: string) => void
}

/** The isolation under way, or in place: every valve with its report and its proof. */
export function RunView({ run, progress, onShow }: RunViewProps) {
  const { t: words } = useText()
  const { kind } = useLine()
  const maySend = usePermission(['command:send'])
  const states = useValveStates(run.valves)
  const openingOf = (deviceId: string) => positionOf(states[deviceId]).opening
  const isClosing = run.restore === null
  return (
    <>
      <div className="isolation-scroll" data-testid="isolation-run" data-stale={kind !== 'whole' || undefined}>
        {kind !== 'whole' && <p className="isolation-stale">{words('isolation.lastKnown')}</p>}
        <ul>
          {counted(run).map((valve) => {
            const { deviceId, before, insteadOf, name } = valve
            const shown = isClosing && !isShut(valve)
            return (
              <ValveRow
                key={deviceId}
                deviceId={deviceId}
                no={valve.no}
                name={name}
                aside={
                  before === null
                    ? words('isolation.unknownBefore')
                    : words('isolation.before', { opening: formatNumber(before, 0) })
                }
                now={<OpeningNow state={states[deviceId]} to={shown ? 0 : null} />}
                onShow={onShow}
              >
                <ValveBar opening={openingOf(deviceId)} before={before} isOpen={shown} />
                <div className="isolation-row" data-testid="isolation-stage" data-stage={valve.stage}>
                  <Stage valve={valve} progress={progress} />
                </div>
                {isClosing && maySend && asksPerson(valve) && <NextSteps run={run} valve={valve} />}
                <PassedOver valves={insteadOf} instead={name} />
              </ValveRow>
            )
          })}
        </ul>
        <ByHand valves={run.byHand} isAll={false} />
        <UndoList run={run} progress={progress} openingOf={openingOf} />
      </div>
      <PanelFoot run={run}>
        <Whole run={run} openingOf={openingOf} />
        <p className="sr-only" role="status">
          {words('isolation.provenOf', { n: run.provenCount, total: run.valveCount })}
        </p>
      </PanelFoot>
    </>
  )
}
