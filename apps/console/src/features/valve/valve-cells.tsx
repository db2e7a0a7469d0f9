import { type FieldName, valveSlaveResource, type ValveSlaveRow } from '@sluice/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMoment } from '../../lib/time/clock.ts'
import { useLine } from '../../lib/live/line.ts'
import { type MetricFace, MISSING } from '../../lib/text/reading-format.ts'
import { byName, t, useText } from '../../lib/text/text.ts'
import { numeric, positionOf } from '../../domain/command/valve-position.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import type { Cells } from '../../parts/list/table/table-props.ts'
import { Age, Reading, staleAfterMs } from '../../parts/reading/reading.tsx'
import { SignalBars, signalDbm } from '../../domain/signal.tsx'
import { valveNow } from './live-valves.tsx'
import { OpeningCell } from './opening-cell.tsx'
import type { ValveRow } from './valve-rows.ts'
import { isLow, ValveStatus } from './valve-status.tsx'

const lateAfter = ({ device }: ValveRow) => staleAfterMs(device.reportIntervalS)

function Name({ row: { device } }: { row: ValveRow }) {
  const { channel } = device
  const facts = [device.deviceNo, channel === null ? null : t('valve.address', { n: channel })]
  return (
    <span className="list-name">
      <Link to={`/device/detail/${device.id}`}>{device.name}</Link>
      <small className="num">{facts.filter(Boolean).join(' · ')}</small>
    </span>
  )
}

/** The unit of a column stands in its heading. */
function faceOf(metric: FieldName<typeof valveSlaveResource>): MetricFace {
  const field = valveSlaveResource.fields[metric]
  return 'decimals' in field ? { unit: field.unit, decimals: field.decimals } : {}
}

function Value({ row, metric }: { row: ValveRow; metric: FieldName<typeof valveSlaveResource> }) {
  // No reading of an offline device is current, however young it is.
  const silent = row.state !== undefined && row.state.status !== 'ONLINE'
  return (
    <span className={metric === 'batteryV' && isLow(row) ? 'num low' : 'num'}>
      <Reading
        metric={metric}
        reading={row.state?.values[metric]}
        face={faceOf(metric)}
        bare
        staleAfter={silent ? 0 : lateAfter(row)}
      />
    </span>
  )
}

function Opening({ row }: { row: ValveRow }) {
  const line = useLine()
  const position = positionOf(row.state)
  const { ts } = position
  const old = useMoment((now) => ts !== null && now - Date.parse(ts) > lateAfter(row))
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
  const time = row.state?.lastSeenTime ?? row.device.lastSeenTime
  return <Age time={time} staleAfter={lateAfter(row)} />
}

/** Draws a cell from the current state of its row. */
const live = (draw: (row: ValveRow) => ReactNode) => (device: ValveSlaveRow) => draw(valveNow(device))
const value = (metric: FieldName<typeof valveSlaveResource>) => live((row) => <Value row={row} metric={metric} />)

/** The columns of domain 2.3, with the last reports. */
export const VALVE_CELLS: Cells<typeof valveSlaveResource> = {
  name: live((row) => <Name row={row} />),
  status: live((row) => <ValveStatus row={row} />),
  mode: live((row) => <Mode row={row} />),
  opening: live((row) => <Opening row={row} />),
  inletPressure: value('inletPressure'),
  outletPressure: value('outletPressure'),
  flow: value('flow'),
  totalVolume: value('totalVolume'),
  batteryV: value('batteryV'),
  rssi: live((row) => <Signal row={row} />),
  lock: live((row) => <Lock row={row} />),
  lastSeenTime: live((row) => <Seen row={row} />),
}
