import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { useLine } from '../../lib/line.ts'
import { MISSING } from '../../lib/reading-format.ts'
import { byName, t, useText } from '../../lib/text.ts'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { numeric, positionOf } from '../../lib/valve-position.ts'
import { Icon } from '../../parts/icons.tsx'
import { Age, Reading, staleAfterMs } from '../../parts/reading.tsx'
import { SignalBars, signalDbm } from '../../parts/signal.tsx'
import { valveNow } from './live-valves.tsx'
import { OpeningCell } from './opening-cell.tsx'
import type { ValveRow } from './valve-rows.ts'
import { isLow, ValveStatus } from './valve-status.tsx'

const NO_UNIT = { unit: '' }

const lateAfter = ({ device }: ValveRow) => staleAfterMs(device['reportIntervalS'] as number | null)

function Name({ row: { device } }: { row: ValveRow }) {
  const channel = device['channel']
  const facts = [device['deviceNo'], channel === null ? null : t('valve.address', { n: channel })]
  return (
    <span className="list-name">
      <Link to={`/device/detail/${device.id}`}>{String(device['name'])}</Link>
      <small className="num">{facts.filter(Boolean).join(' · ')}</small>
    </span>
  )
}

function Value({ row, metric }: { row: ValveRow; metric: string }) {
  // Of a device that is not there nothing is current, however young it is.
  const silent = row.state !== undefined && row.state.status !== 'ONLINE'
  const decimals = metric === 'totalVolume' ? { decimals: 1 } : {}
  return (
    <span className={metric === 'batteryV' && isLow(row) ? 'num low' : 'num'}>
      <Reading
        metric={metric}
        reading={row.state?.values[metric]}
        face={{ ...NO_UNIT, ...decimals }}
        staleAfter={silent ? 0 : lateAfter(row)}
      />
    </span>
  )
}

function Opening({ row }: { row: ValveRow }) {
  const now = useNow(10_000)
  const line = useLine()
  const position = positionOf(row.state)
  const old = position.ts !== null && now - Date.parse(position.ts) > lateAfter(row)
  const stale = old || line.kind !== 'whole' || (row.state !== undefined && row.state.status !== 'ONLINE')
  return <OpeningCell position={position} command={row.command} stale={stale} />
}

function Mode({ row: { state } }: { row: ValveRow }) {
  useText()
  const mode = state?.values['mode']?.v
  return <span className="t2">{typeof mode === 'string' ? byName(`enum.mode.${mode}`, mode) : MISSING}</span>
}

function Signal({ row: { state } }: { row: ValveRow }) {
  const dbm = signalDbm(numeric(state, 'rssi'), numeric(state, 'csq'))
  return dbm === null ? <span className="t3">{MISSING}</span> : <SignalBars dbm={dbm} />
}

function Lock({ row: { state } }: { row: ValveRow }) {
  useText()
  return state?.values['lock']?.v === true ? <Icon name="padlock" size={16} label={t('valve.locked')} /> : null
}

function Seen({ row }: { row: ValveRow }) {
  const time = row.state?.lastSeenTime ?? (row.device['lastSeenTime'] as string | null)
  return <Age time={time} staleAfter={lateAfter(row)} />
}

const METRICS = ['inletPressure', 'outletPressure', 'flow', 'totalVolume', 'batteryV'] as const

type Cell = (row: ValveRow) => ReactNode

const LIVE: Record<string, Cell> = {
  name: (row) => <Name row={row} />,
  status: (row) => <ValveStatus row={row} />,
  mode: (row) => <Mode row={row} />,
  opening: (row) => <Opening row={row} />,
  ...Object.fromEntries(
    METRICS.map((metric): [string, Cell] => [metric, (row) => <Value row={row} metric={metric} />]),
  ),
  rssi: (row) => <Signal row={row} />,
  lock: (row) => <Lock row={row} />,
  lastSeenTime: (row) => <Seen row={row} />,
}

/** The columns of domain 2.3 in the look of valve-list.png, with what was reported last. */
export const VALVE_CELLS: Record<string, (device: AnyRow) => ReactNode> = Object.fromEntries(
  Object.entries(LIVE).map(([name, draw]) => [name, (device: AnyRow) => draw(valveNow(device))]),
)
