import { deviceResource, type DeviceRow } from '@sluice/contract'
import { Tabs } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { usePermission } from '../../lib/access/access.tsx'
import { useRow } from '../../lib/api/answer.ts'
import { useText } from '../../lib/text/text.ts'
import { useViewTitle } from '../../lib/page/view.tsx'
import { hasTrait } from '../../domain/traits.ts'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import '../../parts/section/page-tabs.css'
import { useTabInView } from '../../parts/section/use-tab-in-view.ts'
import '../../parts/detail-page/detail-page.css'
import { AttributeTab } from './attribute-tab.tsx'
import type { ConnectionSlot, DeviceSlot } from './connection-slot.ts'
import { ConnectionTab } from './connection-tab.tsx'
import { DeviceHead } from './device-head.tsx'
import type { UseCommandMarks } from '../../domain/history/happening.ts'
import { HistoryTab } from './history/history-tab.tsx'
import { isSlave, MasterNote } from './master-note.tsx'
import { MessageTab } from './message-tab.tsx'
import { ParameterTab } from './parameter-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { useCurrentState } from '../../domain/state/current-state.ts'
import { Card } from '../../parts/section/section.tsx'
import './device.css'

interface Slots {
  connection: ConnectionSlot
  /** When it was connected. */
  sessions: DeviceSlot
  /** Its firmware; null for a device that takes none by this platform. */
  firmware: DeviceSlot
  /** Beside the values: the controls of the device. */
  control: DeviceSlot
  /** Its commands. */
  commands: DeviceSlot
  /** The newest of them, on the overview. */
  recent: DeviceSlot
  /** In the head: the way to its form, for those who may edit it. */
  edit: DeviceSlot
  /** What hangs on a master. */
  slaves: DeviceSlot
  /** Its faults, active and past. */
  faults: DeviceSlot
  /** When it was outside its limits; null for a device that has none. */
  excursions: DeviceSlot
  /** What it measures, and how that is calibrated; null for a device that measures nothing. */
  sensors: DeviceSlot
  useMarks: UseCommandMarks
}

function DeviceTabs({ device, ...slots }: { device: DeviceRow } & Slots) {
  const { connection, sessions, control, commands, recent, slaves, edit, faults, useMarks } = slots
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const mayReadLedger = usePermission(['command:list'])
  const mayReadFaults = usePermission(['fault:list'])
  const mayReadExcursions = usePermission(['tempExcursion:list'])
  const mayReadSensors = usePermission(['sensor:list'])
  const mayReadFrames = usePermission(['device:message'])
  const mayReadLines = usePermission(['connectLog:list'])
  const mayReadFirmware = usePermission(['firmwareDevice:list'])
  const state = useCurrentState(device.id)
  const slave = isSlave(device)
  const [panel, ledger] = [control(device), mayReadLedger ? commands(device) : null]
  const outOfLimits = mayReadExcursions ? slots.excursions(device) : null
  const gauges = mayReadSensors ? slots.sensors(device) : null
  const firmware = mayReadFirmware ? slots.firmware(device) : null
  const shared = { device, useMarks }
  const overview = { ...shared, state, connection, recent: mayReadLedger ? recent(device) : null }
  const tabs = [
    {
      key: 'overview',
      label: t('device.overview'),
      children: panel ? (
        <div className="with-panel">
          <OverviewTab {...overview} hasPanel />
          <Card as="aside">{panel}</Card>
        </div>
      ) : (
        <OverviewTab {...overview} hasPanel={false} />
      ),
    },
    { key: 'history', label: t('device.history'), children: <HistoryTab {...shared} state={state.data} /> },
    ...(outOfLimits ? [{ key: 'excursions', label: t('temp.excursions'), children: outOfLimits }] : []),
    ...(gauges ? [{ key: 'sensors', label: t('sensor.ofDevice'), children: gauges }] : []),
    ...(device.nodeKind === 'GATEWAY' ? [{ key: 'slaves', label: t('device.slaves'), children: slaves(device) }] : []),
    ...(ledger ? [{ key: 'commands', label: t('device.commands'), children: ledger }] : []),
    ...(mayReadFrames
      ? [
          {
            key: 'messages',
            label: t('device.messages'),
            children: slave ? <MasterNote device={device} /> : <MessageTab deviceId={device.id} />,
          },
          {
            key: 'connection',
            label: t('device.connection'),
            children: slave ? (
              <MasterNote device={device} />
            ) : (
              <ConnectionTab
                deviceId={device.id}
                card={connection(device)}
                sessions={mayReadLines ? sessions(device) : null}
              />
            ),
          },
        ]
      : []),
    ...(hasTrait(device, 'ATTRIBUTES')
      ? [
          { key: 'parameters', label: t('device.parameters'), children: <ParameterTab deviceId={device.id} /> },
          { key: 'attributes', label: t('device.attributes'), children: <AttributeTab deviceId={device.id} /> },
        ]
      : []),
    ...(firmware ? [{ key: 'firmware', label: t('device.firmware'), children: firmware }] : []),
    ...(mayReadFaults ? [{ key: 'faults', label: t('device.faults'), children: faults(device) }] : []),
  ]
  const asked = search.get('tab')
  const active = tabs.some((tab) => tab.key === asked) ? asked! : 'overview'
  const around = useTabInView<HTMLDivElement>(active)
  return (
    <>
      <DeviceHead device={device} state={state.data} actions={edit(device)} />
      <div ref={around}>
        <Tabs
          className="page-tabs"
          activeKey={active}
          items={tabs}
          destroyOnHidden
          onChange={(key) => setSearch(key === 'overview' ? {} : { tab: key }, { replace: true })}
        />
      </div>
    </>
  )
}

/** One device: its current and past readings, frames, connection and faults. */
export function DevicePage(slots: Slots) {
  const { id = '' } = useParams()
  const device = useRow(deviceResource, id)
  useViewTitle(device.data?.name)
  return (
    <Fetched query={device} card>
      {(row) => <DeviceTabs device={row} {...slots} />}
    </Fetched>
  )
}
