import { getAuthRoleList, type OutputOf, saveAuthRole, userResource, type UserRow } from '@sluice/contract'
import { useEffect, useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useText } from '../../../lib/text/text.ts'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { type Choice, TwoLists } from '../../../parts/two-lists.tsx'

type Role = OutputOf<typeof getAuthRoleList>[number]

/** AD-2: a disabled role cannot be chosen; one that the user has may be removed and added back. */
function choiceOf({ id, roleName, roleKey, roleStatus, granted }: Role, disabled: string): Choice {
  const isOff = roleStatus === 'DISABLED'
  return { key: id, label: roleName, note: isOff ? `${roleKey} · ${disabled}` : roleKey, disabled: isOff && !granted }
}

/** AD-2: two lists, available roles and the user's roles; saving replaces the whole set. */
export function AssignRoles({ user, onClose }: { user: Pick<UserRow, 'id' | 'nickName'>; onClose: () => void }) {
  const { t } = useText()
  const roles = useAnswer(getAuthRoleList, { userId: user.id }, { fresh: true })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { busy, mutate } = useMutation(userResource.name)
  useEffect(() => {
    if (roles.data) setChosen(roles.data.filter((role) => role.granted).map((role) => role.id))
  }, [roles.data])

  const save = async () => {
    const saved = mutate(() => call(saveAuthRole, { userId: user.id, roleIds: [...chosen] }), { done: t('done.save') })
    if (await saved) onClose()
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
      <Fetched query={roles}>
        {(data) => (
          <TwoLists
            choices={data.map((role) => choiceOf(role, t('enum.status.DISABLED')))}
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
      </Fetched>
    </SideDialog>
  )
}
