import { enterRepair, type Meanwhile, type RepairEntry, repairRecordResource } from '@sluice/contract'
import { useEffect, useMemo } from 'react'
import { useSession } from '../../../lib/access/session.ts'
import { forgetRows, queryClient } from '../../../lib/api/query.ts'
import { addItem, mendItem, openOutbox, removeItem, sendKept, sendsItems, useOutbox } from '../../../lib/kept/outbox.ts'
import type { KeptItem } from '../../../lib/kept/phone-store.ts'
import type { WaitingEntry } from './field.rules.ts'

const ITEM_KIND = 'repair'

sendsItems({
  [ITEM_KIND]: {
    operation: enterRepair,
    answered: () => void forgetRows(queryClient, repairRecordResource.name),
  },
})

const begunOf = (orderId: string) => `repair ${orderId}`
const bodyOf = (id: string, key: string, at: string, entry: RepairEntry) => ({ id, key, at, entry })

/** Enters what just happened: it is kept on the telephone, and sent once there is a line. */
export async function enter(orderId: string, entry: RepairEntry): Promise<void> {
  const key = crypto.randomUUID()
  await addItem(ITEM_KIND, begunOf(orderId), bodyOf(orderId, key, new Date().toISOString(), entry), key)
}

function waitingOf({ key, body, refused, facts }: KeptItem): WaitingEntry {
  const { at, entry } = body as unknown as { at: string; entry: RepairEntry }
  const meanwhile = (facts as { meanwhile?: Meanwhile } | undefined)?.meanwhile
  return {
    key,
    at,
    entry,
    ...(refused === undefined ? {} : { refused }),
    ...(meanwhile === undefined ? {} : { meanwhile }),
  }
}

/** What waits of an order, in order; what this person left on the telephone is taken up. */
export function useWaiting(orderId: string): readonly WaitingEntry[] {
  const userId = useSession(({ userInfo }) => userInfo?.id)
  const of = useOutbox((state) => state.of)
  const items = useOutbox((state) => state.items)
  useEffect(() => {
    if (userId !== undefined && of !== userId) void openOutbox(userId)
  }, [of, userId])
  return useMemo(
    () => items.filter(({ begun }) => begun === begunOf(orderId)).map((item) => waitingOf(item)),
    [items, orderId],
  )
}

/** Settles what was refused: sent again as `entry`, or taken back. What waits behind it goes on. */
export async function settle(orderId: string, key: string, entry: RepairEntry | null): Promise<void> {
  const item = useOutbox.getState().items.find((one) => one.key === key)
  if (!item) return
  if (entry) {
    const next = crypto.randomUUID()
    await mendItem(item, next, bodyOf(orderId, next, (item.body as { at: string }).at, entry))
    return
  }
  removeItem(key)
  void sendKept()
}
