import { type Dependents, inLanguage, type Language, permissionKey, type Resource, RESOURCES } from '@sluice/contract'
import { usePermission } from '../../../lib/access/access.tsx'
import { changeRow, getRow } from '../../../lib/api/resource-calls.ts'
import { ask, type QuestionLine } from '../../../lib/page/ask.ts'
import { useDependentsAddress } from '../../../lib/page/list-address.tsx'
import { toast } from '../../../lib/page/toast.ts'
import { t, useText } from '../../../lib/text/text.ts'

/** The change that disables a row of a resource; null where rows have no such state. */
export function disablingOf({ fields, actions }: Resource): Readonly<Record<string, unknown>> | null {
  const { status, enabled } = fields
  if (!actions.includes('update')) return null
  if (status?.kind === 'enum' && status.write === undefined && status.values.includes('DISABLED'))
    return { status: 'DISABLED' }
  return enabled?.kind === 'boolean' && enabled.write === undefined ? { enabled: false } : null
}

/** One kind of dependents in words: what they are, how many, and the first names. */
export function dependentsText(by: Dependents, language: Language): string {
  const resource = RESOURCES[by.resource]
  const what = resource ? inLanguage(resource.names.many, language) : by.resource
  if (by.count === 0) return t('inUse.hidden', { what })
  const count = by.more ? `${by.count}+` : by.count
  const names = by.names.join(t('list.comma'))
  const key = by.hidden ? 'inUse.bySome' : by.count > by.names.length ? 'inUse.byMore' : 'inUse.by'
  return t(key, { what, number: count, names })
}

/** Shows what stands in the way of a deletion, and offers to disable the rows where they can be. True when it did. */
export function useInUse(resource: Resource) {
  const { language } = useText()
  const addressOf = useDependentsAddress()
  const mayChange = usePermission([permissionKey(resource, 'update')])
  return async (ids: readonly string[], dependents: readonly Dependents[]): Promise<boolean> => {
    const disabling = mayChange ? disablingOf(resource) : null
    const lines = dependents.map(
      (by): QuestionLine => ({ text: dependentsText(by, language), to: by.count > 0 ? addressOf(by, ids) : null }),
    )
    const disables = await ask({
      title: t('inUse.title'),
      text: t(disabling ? 'inUse.orDisable' : 'inUse.text'),
      lines,
      cancel: t(disabling ? 'action.cancel' : 'action.close'),
      ...(disabling && { confirm: t('action.disable') }),
      testId: 'in-use',
    })
    if (!disables || !disabling) return false
    try {
      for (const id of ids) await changeRow(resource, await getRow(resource, id), disabling)
    } catch {
      // The request layer shows the refusal; the rows that were changed before it are read again.
      return true
    }
    toast('success', t('done.disable'))
    return true
  }
}
