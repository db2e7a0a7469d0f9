import { sendCommand } from '@sluice/contract'
import { usePermission } from '../lib/access/access.tsx'
import { call } from '../lib/api/api.ts'
import { toast } from '../lib/page/toast.ts'
import { t } from '../lib/text/text.ts'

/** Asks a device for its state; null for those who may not send commands. The answer is drawn when it reports. */
export function useReadNow(): ((deviceId: string, name: string) => void) | null {
  const may = usePermission(['command:send'])
  if (!may) return null
  return (deviceId, name) => {
    const request = { deviceId, code: 'READ', params: {}, idempotencyKey: crypto.randomUUID() }
    void call(sendCommand, request).then(
      () => toast('info', t('isolation.readSent', { name })),
      () => {},
    )
  }
}
