import { toast } from '../../../lib/page/toast.ts'
import { t } from '../../../lib/text/text.ts'
import { openOutbox, useOutbox } from '../../../lib/kept/outbox.ts'
import { draftIn } from './outbox.ts'

export const COMMISSION_PATH = '/device/commission'

/**
 * Takes up what this person left on the telephone when the console was ended: what waits is sent wherever they are, and a
 * commissioning that is not signed is offered, by `open`.
 */
export async function takeUpLeftBehind(userId: string, open: (path: string) => void): Promise<void> {
  if (useOutbox.getState().of === userId) return
  await openOutbox(userId)
  const draft = draftIn(useOutbox.getState())
  if (!draft || draft.signedAt !== null || window.location.pathname === COMMISSION_PATH) return
  const onClick = () => open(COMMISSION_PATH)
  toast('info', t('commission.unfinished', { name: draft.name }), { label: t('commission.goOn'), onClick })
}
