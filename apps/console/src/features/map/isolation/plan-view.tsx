import { beginIsolation, ISOLATION_MANY, type IsolationPlan, type UnableValve } from '@sluice/contract'
import { useMemo, useState } from 'react'
import { positionOf } from '../../../domain/command/valve-position.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useLine } from '../../../lib/live/line.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { StateChip } from '../../../parts/reading/status-chip.tsx'
import { type Burst, useMap } from '../map-state.ts'
import { ConfirmCard } from './confirm-card.tsx'
import { PanelFoot } from './panel-foot.tsx'
import { planInput, useIsolationId, useValveStates } from './use-isolation.ts'
import { OpeningNow, percent, ValveBar } from './valve-bar.tsx'
import { ByHand, PassedOver, ValveRow } from './valve-row.tsx'

function changeWithout(change: (without: readonly string[]) => readonly string[]): void {
  useMap.setState(({ burst }) => ({ burst: burst && { ...burst, without: change(burst.without ?? []) } }))
}

/** Asks for everything at once; the same valves are asked for with the same key until they are taken. */
function useBegin(burst: Burst, deviceIds: readonly string[]) {
  const [, open] = useIsolationId()
  const { busy, mutate } = useMutation()
  const ids = deviceIds.join()
  const idempotencyKey = useMemo(() => (ids ? crypto.randomUUID() : ''), [ids])
  const begin = async (reason: string | null) => {
    const input = { ...planInput(burst), deviceIds: [...deviceIds], idempotencyKey, ...(reason ? { reason } : {}) }
    await mutate(async () => open((await call(beginIsolation, input)).id))
  }
  return { busy, begin }
}

function Close({ burst, plan }: { burst: Burst; plan: IsolationPlan }) {
  const { t } = useText()
  const { kind } = useLine()
  const [sends, follows] = [usePermission(['command:send']), usePermission(['command:list'])]
  const maySend = sends && follows
  // From the first press on the plan is the one that was seen, whatever valves report meanwhile.
  const [asked, setAsked] = useState<IsolationPlan | null>(null)
  const { valves } = asked ?? plan
  const { busy, begin } = useBegin(
    burst,
    valves.map(({ deviceId }) => deviceId),
  )
  const open = valves.filter(({ isClosed }) => !isClosed).length
  if (plan.valves.length === 0) return null
  if (!asked) {
    return (
      <Button
        kind="command"
        className="isolation-main"
        data-testid="isolation-close"
        disabled={!maySend || kind === 'offline'}
        title={maySend ? undefined : t('isolation.mayNotSend')}
        onClick={() => setAsked(plan)}
      >
        {open > 0 ? t('isolation.close', { n: open }) : t('isolation.allClosed', { n: valves.length })}
      </Button>
    )
  }
  return (
    <ConfirmCard
      title={open > 0 ? t('isolation.confirmTitle', { n: open }) : t('isolation.allClosed', { n: valves.length })}
      lines={valves.map(({ deviceId, name, opening, isClosed }) => ({
        id: deviceId,
        name,
        change: isClosed ? t('isolation.closed') : `${percent(opening)} → 0 %`,
      }))}
      hint={t('isolation.risk')}
      verb={open > 0 ? t('isolation.confirm', { n: open }) : t('isolation.confirmShut', { n: valves.length })}
      needsReason={valves.length > ISOLATION_MANY}
      busy={busy}
      onConfirm={(reason) => void begin(reason)}
      onClose={() => setAsked(null)}
    />
  )
}

/** What would close off the burst, before anything is sent. */
export function PlanView({ burst, plan, onShow }: { burst: Burst; plan: IsolationPlan; onShow: (id: string) => void }) {
  const { t } = useText()
  const states = useValveStates(plan.valves)
  const without = burst.without ?? []
  const back = ({ deviceId }: UnableValve) =>
    without.includes(deviceId) ? (
      <Button kind="link" onClick={() => changeWithout((ids) => ids.filter((id) => id !== deviceId))}>
        {t('isolation.useAgain')}
      </Button>
    ) : null
  return (
    <>
      <div className="isolation-scroll" data-testid="isolation-answer">
        {plan.valves.length === 0 && plan.byHand.length === 0 && <p className="side-none">{t('map.noValves')}</p>}
        <ul>
          {plan.valves.map((valve, at) => {
            const { deviceId, name, isClosed, insteadOf } = valve
            const opening = positionOf(states[deviceId]).opening ?? valve.opening
            const names = insteadOf.map((one) => one.name).join(t('list.comma'))
            return (
              <ValveRow
                key={deviceId}
                deviceId={deviceId}
                no={at + 1}
                name={name}
                aside={names ? t('isolation.insteadOf', { names }) : valve.deviceNo}
                now={<OpeningNow state={states[deviceId]} given={valve.opening} to={isClosed ? null : 0} />}
                onShow={onShow}
              >
                <div className="isolation-row">
                  {isClosed && <StateChip tone="online" glyph="done" text={t('isolation.closed')} />}
                  <ValveBar opening={opening} before={null} isOpen={!isClosed} />
                  <Button
                    kind="link"
                    aria-label={t('isolation.anotherLabel', { name })}
                    onClick={() => changeWithout((ids) => [...ids, deviceId])}
                  >
                    {t('isolation.another')}
                  </Button>
                </div>
                <PassedOver valves={insteadOf} instead={name} action={back} />
              </ValveRow>
            )
          })}
        </ul>
        <ByHand valves={plan.byHand} isAll={plan.valves.length === 0} />
        {plan.openEnds.length > 0 && <p className="t2">{t('map.openEnds', { n: plan.openEnds.length })}</p>}
      </div>
      <PanelFoot run={null}>
        <Close burst={burst} plan={plan} />
      </PanelFoot>
    </>
  )
}
