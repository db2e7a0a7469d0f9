import { sendCommand } from '@sluice/contract'
import { usePermission } from '../../lib/access/access.tsx'
import { request } from '../../lib/api/api.ts'
import { toast } from '../../lib/page/toast.ts'
import { t } from '../../lib/text/text.ts'

/**
 * Asks a device for its state: the answer is drawn when it reports. Asked is also what was not acknowledged in time
 * (ER-6); a refusal was shown, and rejects.
 */
export async function readNow(deviceId: string, name: string): Promise<void> {
  const command = { deviceId, code: 'READ', params: {}, idempotencyKey: crypto.randomUUID() }
  await request('POST', sendCommand.path, command)
  toast('info', t('isolation.readSent', { name }))
}

/** The same for a button; null for those who may not send commands. */
export function useReadNow(): ((deviceId: string, name: string) => void) | null {
  const may = usePermission(['command:send'])
  return may ? (deviceId, name) => void readNow(deviceId, name).catch(() => {}) : null
}
