import type { Resource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/ask.ts'
import { forgetRows } from '../../lib/query.ts'
import { deleteRows } from '../../lib/resource-calls.ts'
import { t } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'

/** Asks with the standard text, deletes, says so. False when nothing was deleted. */
export function useDelete(resource: Resource): (ids: readonly string[]) => Promise<boolean> {
  const client = useQueryClient()
  return async (ids) => {
    const sure = await ask({
      title: t('ask.title'),
      text: t('ask.delete'),
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
    toast('success', t('done.delete'))
    await forgetRows(client, resource.name)
    return true
  }
}
