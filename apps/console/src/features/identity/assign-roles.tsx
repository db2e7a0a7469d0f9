import { getAuthRoleList, saveAuthRole } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { SideDialog } from '../../parts/side-dialog.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'

/** AD-2: saving replaces the whole set; disabled roles cannot be chosen. */
export function AssignRoles({ user, onClose }: { user: AnyRow; onClose: () => void }) {
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
      title={t('user.assignTitle', { name: String(user['nickName']) })}
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
        <Checkbox.Group className="role-choice" value={[...chosen]} onChange={(keys) => setChosen(keys.map(String))}>
          {roles.data.map((role) => (
            <Checkbox key={role.id} value={role.id} disabled={role.roleStatus === 'DISABLED' && !role.granted}>
              <span className="list-name">
                <span>{role.roleName}</span>
                <small>
                  {role.roleKey}
                  {role.roleStatus === 'DISABLED' && ` · ${t('enum.status.DISABLED')}`}
                </small>
              </span>
            </Checkbox>
          ))}
        </Checkbox.Group>
      )}
    </SideDialog>
  )
}
