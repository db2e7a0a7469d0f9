import {
  commissioningSheet,
  type DeviceRow,
  type DeviceState,
  getCommand,
  type CommissioningSheet,
  deviceResource,
  proveCommissioned,
  TRIAL_OPENING,
  type TrialStep,
  trialStepsOf,
} from '@sluice/contract'
import { useEffect, useRef, useState } from 'react'
import { hasEnded, keepCommands, useKnownCommands } from '../../../domain/command/commands.ts'
import { useCurrentState } from '../../../domain/state/current-state.ts'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { positionOf } from '../../../domain/command/valve-position.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer, useRow } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { measureText, shownUnit } from '../../../lib/text/units.ts'
import { useText } from '../../../lib/text/text.ts'
import { formatTime } from '../../../lib/time/time.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { StopGlyph } from '../../../parts/icon/stop-glyph.tsx'
import { Age } from '../../../parts/reading/reading.tsx'
import { useReadings } from '../leading-reading.tsx'
import { CommissionFrame, KeptNote } from './commission-frame.tsx'
import { usePorts } from './commission-ports.ts'
import { useOutbox } from '../../../lib/kept/outbox.ts'
import { changeDraft } from './outbox.ts'
import type { Draft } from './draft.ts'

/** How often it is asked what the server knows, ms. */
const ASK_MS = 3000

type Outcome = 'proven' | 'unproven' | 'running' | 'waiting'

function outcomeOf(step: TrialStep, sheet: CommissioningSheet | undefined, draft: Draft, isRunning: boolean): Outcome {
  if (sheet?.items.some(({ proof }) => proof?.step === step && proof.proven) || draft.proven.includes(step))
    return 'proven'
  if (isRunning) return 'running'
  return sheet?.items.some(({ proof }) => proof?.step === step) ? 'unproven' : 'waiting'
}

const GLYPHS = { proven: 'done', unproven: 'unconfirmed', running: 'moving', waiting: 'pending' } as const

/** Asks the server to take a proof down as soon as there may be one; it refuses what is none yet. */
function useProofs(draft: Draft, sheet: CommissioningSheet | undefined, reload: () => void) {
  const state = useCurrentState(draft.deviceId).data
  const isBegun = useOutbox(({ items }) => !items.some(({ deed, begun }) => deed === 'begin' && begun === draft.key))
  const ids = Object.values(draft.trials)
  const commands = useKnownCommands(ids)
  const wanted = ids.filter((id) => !commands.some((command) => command.id === id)).join()
  useEffect(() => {
    // After the console was closed meanwhile.
    for (const id of wanted ? wanted.split(',') : []) {
      const at = Date.now()
      call(getCommand, { id }, { silent: true }).then(
        (command) => keepCommands([command], at),
        () => undefined,
      )
    }
  }, [wanted])
  const asked = useRef(new Set<string>())
  const prove = (step: TrialStep, what: string, commandId?: string) => {
    if (!isBegun || asked.current.has(what)) return
    asked.current.add(what)
    const { deviceId, key: begun } = draft
    const item = { deviceId, begun, key: `${begun}-${what}`.slice(0, 64), at: new Date().toISOString(), step }
    call(proveCommissioned, { ...item, ...(commandId ? { commandId } : {}) }, { silent: true }).then(reload, () =>
      // Not yet, or no line: the next report or answer asks again.
      setTimeout(() => asked.current.delete(what), ASK_MS),
    )
  }
  useEffect(() => {
    if (!sheet) return
    const isProven = (step: TrialStep) => sheet.items.some(({ proof }) => proof?.step === step && proof.proven)
    const seen = state?.lastSeenTime
    if (!isProven('FIRST_FRAME') && seen && Date.parse(seen) > Date.parse(sheet.beginTime))
      prove('FIRST_FRAME', 'first')
    for (const command of commands) {
      const step = draft.trials.OPEN === command.id ? 'OPEN' : 'CLOSE'
      const isDown = sheet.items.some(({ proof }) => proof?.commandId === command.id)
      if (hasEnded(command) && !isDown && !isProven(step)) prove(step, `c${command.id}`, command.id)
    }
  })
  const running = commands.find((command) => !hasEnded(command))
  return { state, running }
}

/** What its first report says: the readings that people look for first. */
function FirstReadings({ device }: { device: DeviceRow }) {
  const { readings, faceOf } = useReadings(device)
  const said = readings.flatMap(([key, { v }]) => {
    const face = faceOf(key)
    return typeof v === 'number' && key !== 'opening'
      ? [`${metricLabel(key, face)} ${measureText(v, face)} ${shownUnit(face.unit) ?? ''}`.trim()]
      : []
  })
  return said.length > 0 && <span className="num">{said.slice(0, 3).join(' · ')}</span>
}

/** How far it is open, and where it goes. */
function Opening({ state, target }: { state: DeviceState | undefined; target: number | null }) {
  const { t } = useText()
  const { opening } = positionOf(state)
  if (opening === null) return null
  return (
    <p className="commission-opening num">
      <strong>{Math.round(opening)}</strong>
      <span>%</span>
      {target !== null && (
        <>
          <Icon name="right" size={22} label={t('drawing.target')} />
          <span className="commission-target">{target}</span>
          <span>%</span>
        </>
      )}
    </p>
  )
}

interface ListProps {
  outcomes: readonly { step: TrialStep; outcome: Outcome }[]
  sheet: CommissioningSheet | undefined
  device: DeviceRow | undefined
  state: DeviceState | undefined
  label: (step: TrialStep) => string
}

/** Each step, filled by proof only. */
function ProofList({ outcomes, sheet, device, state, label }: ListProps) {
  const { t } = useText()
  const position = positionOf(state)
  return (
    <ol className="commission-proofs">
      {outcomes.map(({ step, outcome }) => {
        const item = sheet?.items.findLast(({ proof }) => proof?.step === step)
        const opening = item?.proof?.opening
        return (
          <li key={step} className={outcome} data-testid={`proof-${step}`} data-outcome={outcome}>
            <Glyph name={GLYPHS[outcome]} />
            <div>
              <strong>{label(step)}</strong>
              <span>
                {t(`commission.outcome.${outcome}`)}
                {outcome === 'running' && position.opening !== null && ` · ${Math.round(position.opening)} %`}
                {outcome === 'proven' && opening != null && ` · ${Math.round(opening)} %`}
              </span>
              {step === 'FIRST_FRAME' && outcome === 'proven' && device && <FirstReadings device={device} />}
            </div>
            <span className="t3 num">
              {item?.proof?.elapsedS != null
                ? `${Math.round(item.proof.elapsedS)} s`
                : item
                  ? formatTime(item.at, '{h}:{i}:{s}')
                  : ''}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

interface MainProps {
  isMoving: boolean
  canStop: boolean
  isWhole: boolean
  hasReported: boolean
  maySend: boolean
  next: TrialStep | undefined
  label: (step: TrialStep) => string
  onStop: () => void
  onOrder: (step: TrialStep) => void
}

/** The one button at the thumb: STOP while anything moves. */
function MainButton({ isMoving, canStop, isWhole, hasReported, maySend, next, label, onStop, onOrder }: MainProps) {
  const { t } = useText()
  if (isMoving && canStop)
    return (
      <Button kind="stop" className="commission-main" data-testid="commission-stop" onClick={() => onStop()}>
        <StopGlyph />
        {t('command.STOP')}
      </Button>
    )
  if (isWhole)
    return (
      <Button kind="theme" className="commission-main" onClick={() => changeDraft({ step: 4 })}>
        {t('commission.toSign')}
      </Button>
    )
  if (hasReported && next && maySend)
    return (
      <Button kind="theme" className="commission-main" busy={isMoving} onClick={() => onOrder(next)}>
        {label(next)}
      </Button>
    )
  return (
    <Button kind="theme" className="commission-main" disabled>
      {t(hasReported ? 'commission.mayNotSend' : 'commission.frameWaits')}
    </Button>
  )
}

/** It proves itself: its first report, then open and close by what it reports. */
export function StepProof({ draft, onBack, onLater }: { draft: Draft; onBack: () => void; onLater: () => void }) {
  const { t } = useText()
  const { send, drawValve } = usePorts()
  const maySend = usePermission(['command:send'])
  const device = useRow(deviceResource, draft.deviceId, { silent: true }).data
  const asked = useAnswer(
    commissioningSheet,
    { deviceId: draft.deviceId },
    { silent: true, everyMs: ASK_MS, keep: true },
  )
  // An earlier one of the same device says nothing about this one.
  const sheet = asked.data?.acceptTime === null ? asked.data : undefined
  const { state, running } = useProofs(draft, sheet, () => void asked.refetch())
  const [busy, setBusy] = useState(false)
  const codes = device?.commands.map(({ code }) => code) ?? []
  const needs = sheet?.needs ?? draft.needs ?? trialStepsOf(codes)
  const outcomes = needs.map((step) => {
    const isRunning = running !== undefined && draft.trials[step] === running.id
    return { step, outcome: outcomeOf(step, sheet, draft, isRunning) }
  })
  const proven = outcomes.filter(({ outcome }) => outcome === 'proven').map(({ step }) => step)
  const known = JSON.stringify([proven, needs])
  useEffect(() => {
    if (sheet && JSON.stringify([draft.proven, draft.needs]) !== known) changeDraft({ proven, needs })
  })
  const next = outcomes.find(({ step, outcome }) => step !== 'FIRST_FRAME' && outcome !== 'proven')?.step
  const hasReported = proven.includes('FIRST_FRAME')
  const isWhole = proven.length === needs.length
  const order = async (step: TrialStep) => {
    const bySetting = codes.includes('SET_OPENING')
    const [code, opening] = step === 'OPEN' ? (['OPEN', TRIAL_OPENING] as const) : (['CLOSE', 0] as const)
    setBusy(true)
    const how = bySetting ? { code: 'SET_OPENING', params: { opening } } : { code, params: {} }
    const id = await send({ deviceId: draft.deviceId, ...how, reason: t('commission.reason') })
    setBusy(false)
    if (id) changeDraft({ trials: { ...draft.trials, [step]: id } })
  }
  const openTo = codes.includes('SET_OPENING') ? TRIAL_OPENING : 100
  const target = running?.target?.opening ?? null
  const label = (step: TrialStep) => t(`commission.step.${step}`, { n: openTo })
  return (
    <CommissionFrame
      title={t('commission.proving')}
      step={3}
      onBack={onBack}
      foot={
        <>
          {hasReported && (
            <p className="commission-why">
              {t('panel.sinceReport')} <Age time={state?.lastSeenTime} />
            </p>
          )}
          <MainButton
            isMoving={running !== undefined || busy}
            canStop={codes.includes('STOP')}
            {...{ isWhole, hasReported, maySend, next, label }}
            onStop={() =>
              void send({ deviceId: draft.deviceId, code: 'STOP', params: {}, reason: t('commission.reason') })
            }
            onOrder={(step) => void order(step)}
          />
          <div className="commission-links">
            {!isWhole && (
              <Button kind="link" onClick={() => changeDraft({ step: 4 })}>
                {t('commission.withDefects')}
              </Button>
            )}
            <Button kind="link" onClick={onLater}>
              {t('commission.later')}
            </Button>
          </div>
        </>
      }
    >
      {needs.includes('OPEN') && device && (
        <>
          <Opening state={state} target={target} />
          {drawValve(device, target)}
        </>
      )}
      <ProofList outcomes={outcomes} sheet={sheet} device={device} state={state} label={label} />
      {!navigator.onLine && <p className="commission-note">{t('commission.proofWaits')}</p>}
      <KeptNote />
    </CommissionFrame>
  )
}
