import { permissionKey, type Resource, type Transition } from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { useText } from '../../lib/text/text.ts'
import { FormDrawer } from '../form/form-drawer.tsx'
import { useDelete } from './import/delete-rows.ts'
import type { ListSlots } from './layout/list-slots.ts'
import { type ActionSlots, useOwnActions, useWhyFixed, useWhyKept } from './own-actions.tsx'
import type { RowAction } from './table/row-actions.tsx'
import type { DrawnRow } from './table/table-props.ts'
import { useTransitions } from './transitions.ts'

type Slots<R extends Resource> = ActionSlots<R> & Pick<ListSlots<R>, 'rowActions' | 'form'>

function useRights(resource: Resource) {
  const add = usePermission([permissionKey(resource, 'insert')])
  const edit = usePermission([permissionKey(resource, 'update')])
  const del = usePermission([permissionKey(resource, 'del')])
  const take = usePermission([permissionKey(resource, 'export')])
  const bring = usePermission([permissionKey(resource, 'import')])
  const has = (action: Resource['actions'][number]) => resource.actions.includes(action)
  return {
    add: add && has('insert'),
    edit: edit && has('update'),
    del: del && has('del'),
    export: take && has('export'),
    import: bring && add && has('import'),
  }
}

/** All actions that the user may do with rows of a resource, wherever they are drawn. */
export function useResourceActions<R extends Resource>(resource: R, slots: Slots<R>) {
  const { t } = useText()
  const rights = useRights(resource)
  const own = useOwnActions(resource, slots)
  const [moving, setMoving] = useState<{ id: string; transition: Transition } | null>(null)
  const transitions = useTransitions(resource, (transition, { id }) => setMoving({ id, transition }))
  const whyKept = useWhyKept(resource)
  const whyFixed = useWhyFixed(resource)
  const remove = useDelete(resource, slots.onDone)
  const [editing, setEditing] = useState<{ id: string | null } | null>(null)

  /** `onRemove` deletes, for a list that does more than that. */
  const of = (row: DrawnRow<R>, onRemove: (ids: readonly string[]) => unknown = remove): RowAction[] => {
    const [first, ...others] = [...own.of(row), ...(slots.rowActions?.(row) ?? [])]
    const ways = transitions(row)
    return [
      ...(first ? [first] : []),
      ...(resource.states?.rare ? [] : ways.filter(({ because }) => !because)),
      ...(rights.edit
        ? [
            {
              key: 'edit',
              label: slots.form?.action ?? t('action.edit'),
              because: whyFixed(row),
              onClick: () => setEditing({ id: row.id }),
            },
          ]
        : []),
      // Editing is used more often than the screen's other actions.
      ...others,
      ...(resource.states?.rare ? ways.filter(({ because }) => !because) : []),
      ...ways.filter(({ because }) => because),
      ...(rights.del
        ? [
            {
              key: 'del',
              label: t('action.delete'),
              danger: true,
              because: whyKept(row),
              onClick: () => void onRemove([row.id]),
            },
          ]
        : []),
    ]
  }
  const drawer: ReactNode = (
    <>
      {editing && (
        <FormDrawer
          key={editing.id ?? 'new'}
          resource={resource}
          id={editing.id}
          {...(slots.form ? { slots: slots.form } : {})}
          onClose={() => setEditing(null)}
        />
      )}
      {moving && (
        <FormDrawer
          key={`${moving.transition.name} ${moving.id}`}
          resource={resource}
          id={moving.id}
          transition={moving.transition}
          {...(slots.form?.controls ? { slots: { controls: slots.form.controls } } : {})}
          onClose={() => setMoving(null)}
        />
      )}
      {own.form}
    </>
  )
  return {
    rights,
    of,
    /** Whether there is any action for a row. */
    hasAny: rights.edit || rights.del || own.has.row || slots.rowActions !== undefined || resource.states !== undefined,
    add: () => setEditing({ id: null }),
    remove,
    whyKept: resource.whyKept ? whyKept : undefined,
    chosen: own.has.selection ? own.chosen : undefined,
    tools: own.tools,
    drawer,
  }
}
