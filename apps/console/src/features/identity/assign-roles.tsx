import { getAuthRoleList, type OutputOf, saveAuthRole, type UserRow } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { SideDialog } from '../../parts/side-dialog.tsx'
import { type Choice, TwoLists } from '../../parts/two-lists.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'

type Role = OutputOf<typeof getAuthRoleList>[number]

/** AD-2: a disabled role cannot be chosen; one that the user has may be taken away and given back. */
function choiceOf({ id, roleName, roleKey, roleStatus, granted }: Role, disabled: string): Choice {
  const isOff = roleStatus === 'DISABLED'
  return { key: id, label: roleName, note: isOff ? `${roleKey} · ${disabled}` : roleKey, disabled: isOff && !granted }
}

/** AD-2: two lists, what can be had and what the user has; saving replaces the whole set. */
export function AssignRoles({ user, onClose }: { user: Pick<UserRow, 'id' | 'nickName'>; onClose: () => void }) {
  const { t } = useText()
  const client = useQueryClient()
  const roles = useQuery({
    queryKey: ['auth-roles', user.id],
    queryFn: ({ signal }) => call(getAuthRoleList, { userId: user.id }, { inPlace: true, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (roles.data) setChosen(roles.data.filter((role) => role.granted).map((role) => role.id))
  }, [roles.data])

  const save = async () => {
    setBusy(true)
    try {
      await call(saveAuthRole, { userId: user.id, roleIds: [...chosen] })
      toast('success', t('done.save'))
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('user') })
      onClose()
    } catch {
      // Shown by the request layer; the choice stays.
    } finally {
      setBusy(false)
    }
  }

  return (
    <SideDialog
      title={t('user.assignTitle', { name: user.nickName })}
      width={720}
      busy={busy}
      ready={roles.isSuccess}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      {roles.isPending && <WaitBlocks rows={4} />}
      {roles.isError && (
        <EmptyState
          icon="broken"
          text={t('state.failed')}
          hint={roles.error.message}
          action={{ label: t('action.retry'), onClick: () => void roles.refetch() }}
        />
      )}
      {roles.data && (
        <TwoLists
          choices={roles.data.map((role) => choiceOf(role, t('enum.status.DISABLED')))}
          held={chosen}
          onChange={setChosen}
          words={{
            free: t('user.rolesFree'),
            held: t('user.rolesHeld'),
            give: t('user.rolesGive'),
            take: t('user.rolesTake'),
            search: t('user.rolesSearch'),
          }}
        />
      )}
    </SideDialog>
  )
}
