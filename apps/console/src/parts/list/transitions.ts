import { inLanguage, type Resource, type Transition, transitionKey } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/page/ask.ts'
import { forgetRows } from '../../lib/api/query.ts'
import { moveRow, valueOf } from '../../lib/api/resource-calls.ts'
import { moverNow } from '../../lib/access/mover.ts'
import { useSession } from '../../lib/access/session.ts'
import { byName, currentLanguage, t } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import type { RowAction } from './table/row-actions.tsx'

type Listed = { id: string; version?: unknown }

/**
 * The transitions that this user may run on a row; one that does not start at the row's status says where it starts.
 */
export function useTransitions(
  resource: Resource,
  onForm: (transition: Transition, row: Listed) => void,
): (row: Listed) => RowAction[] {
  const client = useQueryClient()
  const held = useSession((session) => session.roles)
  const { states } = resource
  if (!states) return () => []
  const move = async (row: Listed, transition: Transition) => {
    if (transition.confirm && !(await isSure(resource, transition))) return
    try {
      await moveRow(resource, transition, { id: row.id, version: Number(row.version) })
    } catch {
      // The request layer shows the failure. The row's status has changed since the list was fetched.
      await forgetRows(client, resource.name)
      return
    }
    toast('success', t('done.transition', { verb: verbOf(resource, transition) }))
    await forgetRows(client, resource.name)
  }
  const mine = states.transitions.filter((transition) => held.includes(transitionKey(resource, transition)))
  return (row) =>
    mine.map((transition) => ({
      key: transition.name,
      label: verbOf(resource, transition),
      danger: transition.danger ?? false,
      changes: !transition.fields,
      because: whyNot(resource, transition, row),
      elsewhere: !startsAt(resource, transition, row),
      onClick: () => (transition.fields ? onForm(transition, row) : void move(row, transition)),
    }))
}

const verbOf = ({ name }: Resource, transition: Transition) => byName(`transition.${name}.${transition.name}`)

/** The display name of a status. */
export function stateName({ fields, states }: Resource, value: string): string {
  const field = fields[states!.field]!
  return field.kind === 'enum' ? byName(`enum.${field.enumName}.${value}`, value) : value
}

const startsAt = (resource: Resource, { from }: Transition, row: Listed) =>
  from.includes(String(valueOf(row, resource.states!.field)))

/** Why a row cannot take a transition now; null: it can, or its form may fill in what is missing. */
export function whyNot(resource: Resource, transition: Transition, row: Listed): string | null {
  const { from, unless, fields } = transition
  if (startsAt(resource, transition, row)) {
    const because = fields ? null : unless?.(row, moverNow())
    return because ? inLanguage(because, currentLanguage()) : null
  }
  const names = from.map((value) => stateName(resource, value)).join(t('list.comma'))
  return t('transition.onlyFrom', { states: names })
}

function isSure(resource: Resource, transition: Transition): Promise<boolean> {
  return ask({
    title: t('ask.title'),
    text: byName(`ask.${resource.name}.${transition.name}`),
    confirm: verbOf(resource, transition),
    cancel: t('action.cancel'),
    danger: transition.danger ?? false,
  })
}
