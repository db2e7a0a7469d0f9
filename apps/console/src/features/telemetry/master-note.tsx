import type { DeviceRow } from '@sluice/contract'
import { useNavigate } from 'react-router'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'

/** A slave has no connection of its own: it reports through its master (domain 2.2). */
export function isSlave(device: DeviceRow): boolean {
  return device.nodeKind === 'SLAVE'
}

export function MasterNote({ device }: { device: DeviceRow }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { masterId } = device
  const open = {
    label: t('device.openMaster', { name: String(device.masterIdName ?? masterId) }),
    onClick: () => void navigate(`/device/detail/${masterId}`),
  }
  return (
    <section className="card">
      <EmptyState icon="link" text={t('device.viaMaster')} action={masterId ? open : undefined} />
    </section>
  )
}
