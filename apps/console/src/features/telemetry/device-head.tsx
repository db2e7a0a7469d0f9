import type { DeviceState, DeviceRow } from '@sluice/contract'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/text.ts'
import { TypeTile } from '../../parts/icon/type-tile.tsx'
import { Age, staleAfterMs } from '../../parts/reading/reading.tsx'
import { Chip, FaultChip, LinkChip } from '../../parts/reading/status-chip.tsx'
import { UnplacedNote } from './unplaced-note.tsx'

/** Most fault chips beside the status; further ones are counted. */
const FAULT_CHIPS = 2

interface HeadProps {
  device: DeviceRow
  state: DeviceState | undefined
  actions: ReactNode
}

/** Name, state, number and the time of the last message: at the same place on every tab. */
export function DeviceHead({ device, state, actions }: HeadProps) {
  const { t, byName } = useText()
  const faults = (state?.faults ?? []).toSorted((a, b) => b.level - a.level)
  const { deviceTypeCode: type } = device
  const facts = [
    device.deviceNo,
    device.productIdName ?? byName(`enum.deviceType.${type}`),
    device.masterIdName,
    device.areaIdName,
    device.deptIdName,
    device.deptOff && t('device.deptOff'),
  ].filter(Boolean)
  return (
    <header className="card detail-title device-head">
      <TypeTile type={type} size={22} className="tile-large" />
      <div className="grow">
        <div className="detail-name">
          <h1>{device.name}</h1>
          <span className="device-chips">
            <LinkChip value={state?.status ?? device.status} cause={state?.offlineCause ?? null} />
            {faults.slice(0, FAULT_CHIPS).map((fault) => (
              <FaultChip key={fault.code} {...fault} />
            ))}
            {faults.length > FAULT_CHIPS && <span className="t3 num">+{faults.length - FAULT_CHIPS}</span>}
            {device.lifecycle !== 'INSTALLED' && (
              <Chip tone="plain" text={byName(`enum.lifecycle.${device.lifecycle}`)} />
            )}
            {device.tags.map((tag) => (
              <Chip key={tag} tone="plain" text={tag} />
            ))}
          </span>
        </div>
        <p className="t3 num">
          {facts.join(' · ')} <UnplacedNote device={device} />
        </p>
      </div>
      <p className="device-seen">
        <span className="t3">{t('device.lastSeenTime')}</span>
        <Age time={state?.lastSeenTime ?? device.lastSeenTime} staleAfter={staleAfterMs(device.reportIntervalS)} />
      </p>
      {actions}
    </header>
  )
}
