import type { IsolationPlan, IsolationRun } from '@sluice/contract'
import { createPortal } from 'react-dom'
import { positionOf } from '../../../domain/command/valve-position.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime, useNow } from '../../../lib/time/clock.ts'
import { counted } from './progress.rules.ts'
import { useValveStates } from './use-isolation.ts'
import { lengthWords, percent } from './valve-bar.tsx'

interface SheetLine {
  deviceId: string
  no: string
  name: string
  deviceNo: string
  lng: number | null
  lat: number | null
  before: number | null
  note: string
}

const PLACE_DECIMALS = 6
const placeOf = ({ lng, lat }: SheetLine) =>
  lng === null || lat === null ? MISSING : `${lng.toFixed(PLACE_DECIMALS)}, ${lat.toFixed(PLACE_DECIMALS)}`

function linesOf(given: IsolationRun | IsolationPlan): SheetLine[] {
  const valves: SheetLine[] =
    'id' in given
      ? counted(given).map((valve) => ({ ...valve, no: String(valve.no), note: '' }))
      : given.valves.map((valve, at) => ({ ...valve, no: String(at + 1), before: valve.opening, note: '' }))
  const byHand = given.byHand.map((valve) => ({
    ...valve,
    no: '',
    before: null,
    note: byName(`cannotClose.${valve.because}`, valve.because),
  }))
  return [...valves, ...byHand]
}

/** For the crew, on paper: which valves, where, in which order, and what each was at. Nothing of it shows on a screen. */
export function CrewSheet({ given, edgeName }: { given: IsolationRun | IsolationPlan; edgeName: string }) {
  const { t } = useText()
  const now = useNow(60_000)
  const lines = linesOf(given)
  const states = useValveStates(lines)
  const run = 'id' in given ? given : null
  const length = t('isolation.length', { length: lengthWords(given.lengthM) })
  return createPortal(
    <section className="crew-sheet" data-testid="crew-sheet" aria-hidden="true">
      <h1>{t('isolation.sheet')}</h1>
      <p>
        {edgeName} · {length}
      </p>
      {run && (
        <p>
          {t('isolation.sheetMade')} {run.operatorName} {showTime(run.createTime)}
          {run.reason && ` · ${t('isolation.sheetReason')} ${run.reason}`}
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th>{t('isolation.sheetNo')}</th>
            <th>{t('isolation.sheetValve')}</th>
            <th>{t('isolation.sheetNumber')}</th>
            <th>{t('isolation.sheetPlace')}</th>
            <th>{t('isolation.sheetBefore')}</th>
            <th>{t('isolation.sheetNow')}</th>
            <th>{t('isolation.sheetDone')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.deviceId}>
              <td>{line.no || t('isolation.sheetByHand')}</td>
              <td>
                {line.name} {line.note}
              </td>
              <td>{line.deviceNo}</td>
              <td>{placeOf(line)}</td>
              <td>{percent(line.before)}</td>
              <td>{percent(positionOf(states[line.deviceId]).opening)}</td>
              <td>□</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {t('isolation.sheetPrinted')} {showTime(now)}
      </p>
    </section>,
    document.body,
  )
}
