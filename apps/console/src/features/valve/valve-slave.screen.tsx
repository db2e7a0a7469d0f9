import { type FieldName, listColumns, valveSlaveResource, type ValveSlaveRow } from '@sluice/contract'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/access/access.tsx'
import { useText } from '../../lib/text/text.ts'
import { useMobile } from '../../lib/page/width.ts'
import { DeviceIcon } from '../../parts/icon/icons.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import type { RowAction } from '../../parts/list/table/row-actions.tsx'
import { createRowWalk, type RowWalk, useRowSteps } from '../../parts/list/row-walk.ts'
import { StepButtons } from '../../parts/overlay/step-buttons.tsx'
import { ViewDrawer } from '../../parts/overlay/view-drawer.tsx'
import { LiveValve, LiveValves, ValveFeed, valveNow } from './live-valves.tsx'
import { refreshBattery } from './refresh-battery.ts'
import { takeCommandKey } from './row-keys.ts'
import { VALVE_CELLS } from './valve-cells.tsx'
import { ValveCounts } from './valve-counts.tsx'
import { againMs, type ValveRow } from './valve-rows.ts'
import { edgeOf } from './valve-status.tsx'
import './valve.css'

/** The panel's width and the drawer's padding. */
const DRAWER_PX = 432
type Name = FieldName<typeof valveSlaveResource>
const FIRST_ON_A_PHONE: readonly Name[] = ['name', 'opening', 'status']
/** A phone shows three columns before scrolling: which valve, its opening, and its state. */
const PHONE_COLUMNS: readonly Name[] = [
  ...FIRST_ON_A_PHONE,
  ...listColumns(valveSlaveResource).filter((name) => !FIRST_ON_A_PHONE.includes(name)),
]
/** What a swipe on a phone shows: no swipe leads to a command that moves the valve. */
const TRAY = ['control', 'READ', 'detail']
/** Drawn as numbers above the table. */
const COUNTED = ['status', 'faulty', 'pending', 'unconfirmed'] as const

function PanelTitle({ device }: { device: ValveSlaveRow }) {
  const { t } = useText()
  const { channel } = device
  const facts = [device.deviceNo, channel === null ? null : t('valve.address', { n: channel }), device.masterIdName]
  return (
    <span className="device-name">
      <span className="tile">
        <DeviceIcon type="VALVE" size={18} />
      </span>
      <span className="list-name">
        <span>{device.name}</span>
        <small className="num">{facts.filter(Boolean).join(' · ')}</small>
      </span>
    </span>
  )
}

/** On a phone: state, and the pressure before and behind the valve. */
function Second({ row }: { row: ValveSlaveRow }) {
  const { unit } = valveSlaveResource.fields.inletPressure
  return (
    <>
      {VALVE_CELLS.status?.(row)}
      {row.inletPressure !== null && (
        <span className="clip">
          {VALVE_CELLS.inletPressure?.(row)} → {VALVE_CELLS.outletPressure?.(row)} <span className="unit">{unit}</span>
        </span>
      )}
    </>
  )
}

/** Commands that one key or one link may send from a row: those without a confirmation. */
interface RowCommands {
  because(code: 'STOP' | 'READ', row: ValveRow): string | null
  request(code: 'STOP' | 'READ', row: ValveRow): void
}

interface ScreenProps {
  panel: (deviceId: string) => ReactNode
  /** The actions for several rows. */
  batch: (chosen: readonly ValveRow[]) => ReactNode
  /** Null for users who may not send. */
  commands: RowCommands | null
}

interface ActsOf {
  commands: RowCommands | null
  onControl: ((device: ValveSlaveRow) => void) | null
}

/** The links of a row. */
function useRowActions({ commands, onControl }: ActsOf): (device: ValveSlaveRow) => RowAction[] {
  const { t } = useText()
  const navigate = useNavigate()
  return (device) => {
    const row = valveNow(device)
    const page = `/device/detail/${device.id}`
    const cannot = device.commands.length === 0
    const goal = (key: 'history' | 'detail' | 'ledger' | 'faults', path: string): RowAction => ({
      key,
      label: t(`valve.${key}`),
      onClick: () => void navigate(path),
    })
    const control = onControl && {
      key: 'control',
      label: t('valve.control'),
      because: cannot ? t('valve.disabledWhy') : null,
      onClick: () => onControl(device),
    }
    return [
      ...(control ? [control] : []),
      goal('history', `${page}?tab=history`),
      ...(commands ? (['STOP', 'READ'] as const) : []).map((code) => ({
        key: code,
        label: t(`batch.${code}`),
        because: commands!.because(code, row),
        onClick: () => commands!.request(code, valveNow(device)),
      })),
      goal('detail', page),
      goal('ledger', `${page}?tab=commands`),
      goal('faults', `${page}?tab=faults`),
      {
        key: 'battery',
        label: t('valve.refreshBattery'),
        onClick: () => void refreshBattery(device.id, device.name).catch(() => {}),
      },
    ]
  }
}

interface PanelDrawerProps extends Pick<ScreenProps, 'panel'> {
  /** Opens the panel of a valve. */
  opener: Ref<(device: ValveSlaveRow) => void>
  /** The rows of the list, from one of which to the next the panel goes. */
  walk: RowWalk<ValveSlaveRow>
}

/** The panel beside the list. It knows itself which valve it shows: a click does not draw the list again. */
function PanelDrawer({ opener, panel, walk }: PanelDrawerProps) {
  const mobile = useMobile()
  const [device, setDevice] = useState<ValveSlaveRow | null>(null)
  useImperativeHandle(opener, () => setDevice, [])
  const steps = useRowSteps(walk, device?.id ?? null, setDevice)
  if (!device) return null
  return (
    <ViewDrawer
      title={<PanelTitle device={device} />}
      width={mobile ? window.innerWidth : DRAWER_PX}
      extra={<StepButtons steps={steps} />}
      onClose={() => setDevice(null)}
    >
      {panel(device.id)}
    </ViewDrawer>
  )
}

/** Valves behind their masters: position, open command, and a panel to control them (domain 2.3). */
export function ValveSlaveScreen({ panel, batch, commands }: ScreenProps) {
  const { t } = useText()
  const mobile = useMobile()
  const mayControl = usePermission(['command:send'])
  const opener = useRef<(device: ValveSlaveRow) => void>(null)
  const [walk] = useState(() => createRowWalk<ValveSlaveRow>())
  const rowActions = useRowActions({ commands, onControl: mayControl ? (device) => opener.current?.(device) : null })
  const slots: ListSlots<typeof valveSlaveResource> = {
    twoLines: true,
    ...(mobile ? { columns: PHONE_COLUMNS } : {}),
    cells: VALVE_CELLS,
    faces: {
      mode: { title: t('valve.mode') },
      opening: { title: t('valve.openingHead'), align: 'left' },
      // The cell shows bars; an export has the number.
      rssi: { title: t('valve.signal'), align: 'center' },
      lock: { align: 'center' },
    },
    phone: { right: (row) => VALVE_CELLS.opening?.(row), second: (row) => <Second row={row} />, tray: TRAY },
    omitFilters: COUNTED,
    counts: (query, setFilter) => <ValveCounts query={query} onFilter={setFilter} />,
    refetchMs: againMs,
    walk,
    rowActions,
    live: {
      feed: (devices) => <ValveFeed devices={devices} />,
      around: ({ id }, draw) => <LiveValve id={id}>{draw}</LiveValve>,
      mark: (device) => <i className={edgeOf(valveNow(device))} hidden />,
    },
    keys: {
      take: (event, device) =>
        takeCommandKey(event, {
          onStop: commands && (() => commands.request('STOP', valveNow(device))),
          onRead: commands && (() => commands.request('READ', valveNow(device))),
        }),
      hint: t(mayControl ? 'valve.keys' : 'valve.keysReader'),
    },
    ...(mayControl ? { batch: (devices) => <LiveValves devices={devices}>{batch}</LiveValves> } : {}),
  }
  return (
    <>
      <ListPage resource={valveSlaveResource} slots={slots} />
      <PanelDrawer opener={opener} panel={panel} walk={walk} />
    </>
  )
}
