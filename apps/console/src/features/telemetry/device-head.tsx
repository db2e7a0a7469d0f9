import type { DeviceState } from '@sluice/contract'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { useText } from '../../lib/text.ts'
import { DeviceIcon } from '../../parts/icons.tsx'
import { Age, staleAfterMs } from '../../parts/reading.tsx'
import { FaultChip, StatusChip } from '../../parts/status-chip.tsx'

/** Fault chips beside the status; the rest is counted. */
const FAULT_CHIPS = 2

/** Name, state, number and when it was last heard: in one place on every tab. */
export function DeviceHead({ device, state }: { device: AnyRow; state: DeviceState | undefined }) {
  const { t, byName } = useText()
  const faults = (state?.faults ?? []).toSorted((a, b) => b.level - a.level)
  const type = String(device['deviceTypeCode'])
  const facts = [
    device['deviceNo'],
    device['productIdName'] ?? byName(`enum.deviceType.${type}`),
    device['masterIdName'],
    device['deptIdName'],
    device['deptOff'] === true && t('device.deptOff'),
  ].filter(Boolean)
  return (
    <header className="card device-head">
      <span className="tile tile-large">
        <DeviceIcon type={type} size={22} />
      </span>
      <div className="grow">
        <div className="device-title">
          <h1>{String(device['name'])}</h1>
          {faults.slice(0, FAULT_CHIPS).map((fault) => (
            <FaultChip key={fault.code} {...fault} />
          ))}
          {faults.length > FAULT_CHIPS && <span className="t3 num">+{faults.length - FAULT_CHIPS}</span>}
          <StatusChip
            enumName="deviceStatus"
            value={state?.status ?? String(device['status'])}
            cause={state?.offlineCause ?? null}
          />
        </div>
        <p className="t3 num">{facts.map(String).join(' · ')}</p>
      </div>
      <p className="device-seen">
        <span className="t3">{t('device.lastSeenTime')}</span>
        <Age
          time={state?.lastSeenTime ?? (device['lastSeenTime'] as string | null)}
          staleAfter={staleAfterMs(device['reportIntervalS'] as number | null)}
        />
      </p>
    </header>
  )
}
