import { dependentsIn, type Resource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import { ask } from '../../../lib/page/ask.ts'
import { forgetRows } from '../../../lib/api/query.ts'
import { deleteRows, pageOf, restoreRows } from '../../../lib/api/resource-calls.ts'
import { t } from '../../../lib/text/text.ts'
import { toast } from '../../../lib/page/toast.ts'
import { useInUse } from './in-use.ts'
import { BATCH_MOST } from '../list-selection.ts'

const PAGE = 100

/**
 * Asks with the standard text, deletes, reports it and offers undo. What is in use is shown with what uses it. False
 * when nothing was deleted.
 */
export function useDelete(
  resource: Resource,
  onDone?: (action: string, ids: readonly string[]) => void,
): (ids: readonly string[]) => Promise<boolean> {
  const client = useQueryClient()
  const showInUse = useInUse(resource)
  const undo = async (ids: readonly string[]) => {
    try {
      await restoreRows(resource, ids)
    } catch {
      // The request layer shows the failure: e.g. a name is taken meanwhile.
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
      await deleteRows(resource, ids, { shows: ({ data }) => dependentsIn(data).length > 0 })
    } catch (error) {
      // The request layer shows the other failures; the rows stay.
      const dependents = error instanceof CallFailure ? dependentsIn(error.data) : []
      if (dependents.length > 0 && (await showInUse(ids, dependents))) await forgetRows(client, resource.name)
      return false
    }
    toast('success', t('done.delete'), { label: t('action.undo'), onClick: () => void undo(ids) })
    onDone?.('del', ids)
    await forgetRows(client, resource.name)
    return true
  }
}

/**
 * Ids of all rows that a search finds; null, with a message, when they are more than one call may delete: the user
 * then narrows the search.
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
