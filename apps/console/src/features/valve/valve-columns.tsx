import type { TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { useLine } from '../../lib/line.ts'
import { MISSING } from '../../lib/reading-format.ts'
import { byName, t, useText } from '../../lib/text.ts'
import { positionOf } from '../../lib/valve-position.ts'
import { Icon } from '../../parts/icons.tsx'
import { type RowAction, RowActions } from '../../parts/list/row-actions.tsx'
import { Age, Reading, staleAfterMs } from '../../parts/reading.tsx'
import { SignalBars, signalDbm } from '../../parts/signal.tsx'
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
  const number = (key: string) => {
    const value = state?.values[key]?.v
    return typeof value === 'number' ? value : null
  }
  const dbm = signalDbm(number('rssi'), number('csq'))
  return dbm === null ? <span className="t3">{MISSING}</span> : <SignalBars dbm={dbm} />
}

function Lock({ row: { state } }: { row: ValveRow }) {
  useText()
  return state?.values['lock']?.v === true ? <Icon name="padlock" size={16} label={t('valve.locked')} /> : null
}

export interface ValveActs {
  onControl: ((row: ValveRow) => void) | null
  go: (path: string) => void
  /** Commands that need no question; null for whoever may not send. */
  orders: {
    because(code: 'STOP' | 'READ', row: ValveRow): string | null
    order(code: 'STOP' | 'READ', row: ValveRow): void
  } | null
}

function ordersOf(row: ValveRow, orders: ValveActs['orders']): RowAction[] {
  if (!orders) return []
  return (['STOP', 'READ'] as const).map((code) => ({
    key: code,
    label: t(`batch.${code}`),
    because: orders.because(code, row),
    onClick: () => orders.order(code, row),
  }))
}

function Actions({ row, acts }: { row: ValveRow; acts: ValveActs }) {
  useText()
  const { id } = row.device
  const { onControl, go, orders } = acts
  const because = Array.isArray(row.device['commands']) && row.device['commands'].length === 0
  const actions: RowAction[] = [
    ...(onControl
      ? [
          {
            key: 'control',
            label: t('valve.control'),
            because: because ? t('valve.disabledWhy') : null,
            onClick: () => onControl(row),
          },
        ]
      : []),
    { key: 'history', label: t('valve.history'), onClick: () => go(`/device/detail/${id}?tab=history`) },
    ...ordersOf(row, orders),
    { key: 'detail', label: t('valve.detail'), onClick: () => go(`/device/detail/${id}`) },
    { key: 'ledger', label: t('valve.ledger'), onClick: () => go(`/device/detail/${id}?tab=commands`) },
    { key: 'faults', label: t('valve.faults'), onClick: () => go(`/device/detail/${id}?tab=faults`) },
  ]
  return <RowActions actions={actions} subject={String(row.device['name'])} />
}

function Head({ name, unit }: { name: string; unit: string }) {
  return (
    <>
      {name}
      <span className="unit">{unit}</span>
    </>
  )
}

const NUMBERS = [
  ['inletPressure', 'valve.inlet', 'MPa'],
  ['outletPressure', 'valve.outlet', 'MPa'],
  ['flow', 'valve.flow', 'm³/h'],
  ['totalVolume', 'valve.total', 'm³'],
  ['batteryV', 'valve.battery', 'V'],
] as const

/** The columns of domain 2.3 in the look of valve-list.png. */
export function valveColumns(acts: ValveActs, mobile: boolean): TableColumnsType<ValveRow> {
  return [
    {
      key: 'name',
      title: t('valve.name'),
      ...(mobile ? {} : { fixed: 'start' as const }),
      render: (_value, row) => <Name row={row} />,
    },
    {
      key: 'master',
      title: t('valve.master'),
      render: (_value, { device }) => <span className="t2">{String(device['masterIdName'] ?? MISSING)}</span>,
    },
    { key: 'status', title: t('valve.state'), render: (_value, row) => <ValveStatus row={row} /> },
    { key: 'mode', title: t('valve.mode'), render: (_value, row) => <Mode row={row} /> },
    { key: 'opening', title: t('valve.openingHead'), render: (_value, row) => <Opening row={row} /> },
    ...NUMBERS.map(([metric, name, unit]) => ({
      key: metric,
      title: <Head name={t(name)} unit={unit} />,
      align: 'right' as const,
      render: (_value: unknown, row: ValveRow) => <Value row={row} metric={metric} />,
    })),
    { key: 'signal', title: t('valve.signal'), align: 'center', render: (_value, row) => <Signal row={row} /> },
    { key: 'lock', title: t('valve.lock'), align: 'center', render: (_value, row) => <Lock row={row} /> },
    {
      key: 'seen',
      title: t('valve.seen'),
      render: (_value, row) => (
        <Age
          time={row.state?.lastSeenTime ?? (row.device['lastSeenTime'] as string | null)}
          staleAfter={lateAfter(row)}
        />
      ),
    },
    {
      key: 'actions',
      title: t('list.actions'),
      width: 1,
      ...(mobile ? {} : { fixed: 'end' as const }),
      render: (_value, row) => <Actions row={row} acts={acts} />,
    },
  ]
}
