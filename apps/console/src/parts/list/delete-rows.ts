import type { Resource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/page/ask.ts'
import { forgetRows } from '../../lib/api/query.ts'
import { deleteRows, pageOf, restoreRows } from '../../lib/api/resource-calls.ts'
import { t } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { BATCH_MOST } from './list-selection.ts'

const PAGE = 100

/** Asks with the standard text, deletes, says so and offers the way back. False when nothing was deleted. */
export function useDelete(
  resource: Resource,
  onDone?: (action: string, ids: readonly string[]) => void,
): (ids: readonly string[]) => Promise<boolean> {
  const client = useQueryClient()
  const undo = async (ids: readonly string[]) => {
    try {
      await restoreRows(resource, ids)
    } catch {
      // Shown by the request layer: a name may be taken meanwhile.
      return
    }
    toast('success', t('done.restore'))
    onDone?.('restore', ids)
    await forgetRows(client, resource.name)
  }
  return async (ids) => {
    const sure = await ask({
      title: t('ask.title'),
      text: ids.length > 1 ? t('ask.deleteMany', { n: ids.length }) : t('ask.delete'),
      confirm: t('action.confirm'),
      cancel: t('action.cancel'),
      danger: true,
    })
    if (!sure) return false
    try {
      await deleteRows(resource, ids)
    } catch {
      // Shown by the request layer; the rows stay.
      return false
    }
    toast('success', t('done.delete'), { label: t('action.undo'), onClick: () => void undo(ids) })
    onDone?.('del', ids)
    await forgetRows(client, resource.name)
    return true
  }
}

/**
 * Ids of everything a search finds; null (and a word about it) when it is more than one call may delete: the
 * search has to be narrowed first.
 */
export async function idsFound(
  resource: Resource,
  filters: Readonly<Record<string, string>>,
  total: number,
): Promise<string[] | null> {
  if (total > BATCH_MOST) {
    toast('warning', t('list.tooMany', { n: BATCH_MOST }))
    return null
  }
  const ids: string[] = []
  for (let page = 1; ids.length < total; page++) {
    const { list } = await pageOf(resource, { ...filters, page, limit: PAGE })
    ids.push(...list.map(({ id }) => id))
    if (list.length < PAGE) break
  }
  return ids
}
