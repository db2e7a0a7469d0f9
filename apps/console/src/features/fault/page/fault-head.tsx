import type { FaultRow } from '@sluice/contract'
import { FLAPPING_FROM } from '@sluice/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePhone } from '../../../lib/page/width.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime, useNow } from '../../../lib/time/clock.ts'
import { DetailLink } from '../../../parts/detail-link.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { HeadActions } from '../../../parts/detail-page/detail-head.tsx'
import { Glyph, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import type { RowAction } from '../../../parts/list/table/row-actions.tsx'
import { Chip, StateChip } from '../../../parts/reading/status-chip.tsx'
import { briefDuration, clocksOf } from './clocks.ts'
import { type Beside, useFaultSteps } from './fault-steps.ts'

/** What comes next from each state, the first that can be done now. */
const NEXT: Readonly<Record<FaultRow['handleState'], readonly string[]>> = {
  UNHANDLED: ['ack', 'assign'],
  ACKED: ['start', 'resolve'],
  PROCESSING: ['resolve'],
  RESOLVED: ['close', 'reopen'],
  IGNORED: ['reopen'],
  CLOSED: ['open'],
}

/** The actions with those first that come next from the state of the fault. */
function inOrderOf<T extends Pick<RowAction, 'key'>>(
  { handleState }: Pick<FaultRow, 'handleState'>,
  actions: readonly T[],
): T[] {
  const rank = ({ key }: T) => {
    const at = NEXT[handleState].indexOf(key)
    return at < 0 ? actions.length : at
  }
  return actions.toSorted((a, b) => rank(a) - rank(b))
}

function Clocks({ fault }: { fault: FaultRow }) {
  const { t } = useText()
  const now = useNow()
  return (
    <dl className="fault-clocks">
      {clocksOf(fault, now).map(({ name, ms, runs }) => (
        <div key={name} className={runs ? 'runs' : undefined}>
          <dt>{t(name)}</dt>
          <dd className="num">{ms === null ? t('faultPage.untaken') : briefDuration(ms)}</dd>
        </div>
      ))}
    </dl>
  )
}

function States({ fault }: { fault: FaultRow }) {
  const { t } = useText()
  const { level, conditionState, handleState, takenName, ignoredUntil, begun } = fault
  const tone = levelGlyph(level)
  return (
    <span className="chips">
      <StateChip tone={tone} glyph={tone} text={byName(`enum.level.${level}`)} />
      <StateChip
        tone={conditionState === 'ACTIVE' ? tone : 'online'}
        text={byName(`enum.conditionState.${conditionState}`)}
      />
      <Chip tone="plain" text={byName(`enum.handleState.${handleState}`)} />
      {takenName && <Chip tone="plain" text={t('faultPage.takenBy', { name: takenName })} />}
      {handleState === 'IGNORED' && ignoredUntil && (
        <Chip tone="plain" text={t('faultPage.ignoredUntil', { time: showTime(ignoredUntil, '{m}-{d} {h}:{i}') })} />
      )}
      {begun >= FLAPPING_FROM && <Chip tone="plain" glyph="moving" text={t('fault.flaps', { n: begun })} />}
    </span>
  )
}

function Steps({ beside }: { beside: Beside }) {
  const { t } = useText()
  if (!beside.previous && !beside.next) return null
  return (
    <span className="fault-steps">
      <ToolButton
        icon="up"
        label={t('faultPage.previous')}
        disabled={!beside.previous}
        onClick={() => beside.previous?.()}
      />
      <ToolButton icon="down" label={t('faultPage.next')} disabled={!beside.next} onClick={() => beside.next?.()} />
    </span>
  )
}

interface FaultHeadProps {
  fault: FaultRow
  actions: readonly RowAction[]
  /** The address at which the list was left. */
  list: string
}

/** Which fault of which device, how it stands, its clocks, and what can be done. */
export function FaultHead({ fault, actions, list }: FaultHeadProps): ReactNode {
  const { t } = useText()
  const phone = usePhone()
  const beside = useFaultSteps(fault.id)
  const { code, faultNo, deviceId, deviceName, deviceNo, deviceTypeCode, deptIdName } = fault
  const facts = [code, faultNo, deviceNo, byName(`enum.deviceType.${deviceTypeCode}`), deptIdName]
  const name = byName(`fault.${code}`, code)
  const buttons = (
    <HeadActions actions={inOrderOf(fault, actions)} subject={name} quiet={fault.handleState === 'CLOSED'} />
  )
  return (
    <>
      <header className="card fault-head">
        <div className="fault-title">
          <Link className="icon-button" to={list} aria-label={t('detail.back')} title={t('detail.back')}>
            <Icon name="left" size={16} />
          </Link>
          <Steps beside={beside} />
          <Glyph name={levelGlyph(fault.level)} toned />
          <div className="grow">
            <div className="detail-name">
              <h1>
                {name} <Link to={`/device/detail/${deviceId}?tab=faults`}>{deviceName}</Link>
              </h1>
              <States fault={fault} />
            </div>
            <p className="t3 num">
              {facts.filter(Boolean).join(' · ')}
              {fault.repairId && (
                <>
                  {' · '}
                  <DetailLink resource="repairRecord" id={fault.repairId}>
                    {t('faultPage.repair', { no: fault.repairIdName ?? '' })}
                  </DetailLink>
                </>
              )}
            </p>
          </div>
        </div>
        <Clocks fault={fault} />
        {!phone && buttons}
      </header>
      {/* Within reach of the thumb, below everything else. */}
      {phone && (
        <div className="fault-reach" role="group" aria-label={t('faultPage.actions')}>
          {buttons}
        </div>
      )}
    </>
  )
}
