import { resetTotp, userResource, type UserRow } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { ask } from '../../lib/ask.ts'
import { useSession } from '../../lib/session.ts'
import { byName, t, useText } from '../../lib/text.ts'
import { forgetRows } from '../../lib/query.ts'
import { updateRow } from '../../lib/resource-calls.ts'
import { toast } from '../../lib/toast.ts'
import { DictTag } from '../../parts/dict-tag.tsx'
import { Glyph } from '../../parts/glyphs.tsx'
import { DictSelect } from '../../parts/form/dict-select.tsx'
import type { FormSlots } from '../../parts/form/form-drawer.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { RowAction } from '../../parts/list/row-actions.tsx'
import { AssignRoles } from './assign-roles.tsx'
import { DepartmentFilter } from './department-filter.tsx'
import { ResetPassword } from './reset-password.tsx'
import { withSealedPassword } from './first-password.ts'
import { UsernameInput } from './username-input.tsx'
import './administration.css'

/** It ends whatever he is doing (AD-10). */
const sureToDisable = (name: string): Promise<boolean> =>
  ask({
    title: t('ask.title'),
    text: t('user.disableText', { name }),
    confirm: t('user.disable'),
    cancel: t('action.cancel'),
    danger: true,
  })

/** On and off: switched off is out at once, so one does not do it to oneself (domain 1.3). */
function useSwitch(): (row: UserRow) => Promise<void> {
  const client = useQueryClient()
  const { t } = useText()
  return async (row) => {
    const status = row.status === 'NORMAL' ? 'DISABLED' : 'NORMAL'
    const name = row.nickName
    if (status === 'DISABLED' && !(await sureToDisable(name))) return
    try {
      await updateRow(userResource, { id: row.id, version: row.version, status })
      toast('success', t(status === 'NORMAL' ? 'user.enabled' : 'user.disabled', { name }))
    } catch {
      // Shown by the request layer; the list shows what became of it.
    }
    await forgetRows(client, userResource.name)
  }
}

/** For somebody who lost his authenticator: asked first, because his sign-ins end. */
function useTotpReset(): (row: UserRow) => Promise<void> {
  const { t } = useText()
  return async (row) => {
    const name = row.nickName
    const yes = await ask({
      title: t('totp.reset'),
      text: t('totp.resetText', { name }),
      confirm: t('totp.reset'),
      cancel: t('action.cancel'),
      danger: true,
    })
    if (!yes) return
    try {
      await call(resetTotp, { id: row.id })
      toast('success', t('totp.resetDone', { name }))
    } catch {
      // Shown by the request layer.
    }
  }
}

/** AD-1, the account below the name. Whom it is about and whether he can sign in stand in sight. */
const COLUMNS = ['nickName', 'status', 'deptId', 'roleNames', 'phone', 'sex', 'lastLoginTime'] as const

const FORM = {
  controls: { username: <UsernameInput />, sex: <DictSelect dictType="sex" /> },
  finish: withSealedPassword,
} satisfies FormSlots<typeof userResource>

/** AD-1: departments at the left filter the users; reset password and roles beside the usual actions. */
export default function UserScreen() {
  const { t } = useText()
  const [assigning, setAssigning] = useState<UserRow | null>(null)
  const [resetting, setResetting] = useState<UserRow | null>(null)
  const mayAssign = usePermission(['user:assignRole'])
  const mayReset = usePermission(['user:resetPwd'])
  const mayResetTotp = usePermission(['user:resetTotp'])
  const mayEdit = usePermission(['user:edit'])
  const mayExplain = usePermission(['permission:explain'])
  const navigate = useNavigate()
  const self = useSession((session) => session.userInfo?.id)
  const switchUser = useSwitch()
  const resetTotpOf = useTotpReset()

  const rowActions = (row: UserRow): RowAction[] => [
    ...(mayAssign ? [{ key: 'roles', label: t('user.assign'), onClick: () => setAssigning(row) }] : []),
    ...(mayReset
      ? [
          {
            key: 'reset',
            label: t('user.reset'),
            because: row.id === self ? t('user.resetSelf') : null,
            onClick: () => setResetting(row),
          },
        ]
      : []),
    ...(mayResetTotp
      ? [
          {
            key: 'totp',
            label: t('totp.reset'),
            because: row.id === self ? t('totp.resetSelf') : null,
            onClick: () => void resetTotpOf(row),
          },
        ]
      : []),
    ...(mayEdit
      ? [
          {
            key: 'switch',
            label: t(row.status === 'NORMAL' ? 'user.disable' : 'user.enable'),
            because: row.id === self ? t('user.disableSelf') : null,
            onClick: () => void switchUser(row),
          },
        ]
      : []),
    // The question an administrator is called about: why does he not see it?
    ...(mayExplain
      ? [
          {
            key: 'explain',
            label: byName('menu.AdminPermission'),
            onClick: () => navigate(`/admin/permission?user=${row.id}`),
          },
        ]
      : []),
  ]

  return (
    <>
      <ListPage
        resource={userResource}
        slots={{
          twoLines: true,
          columns: COLUMNS,
          side: (query, setFilter) => (
            <DepartmentFilter chosen={query.filters['deptId']} onChoose={(id) => setFilter('deptId', id)} />
          ),
          omitFilters: ['deptId'],
          cells: {
            nickName: (row) => (
              <span className="list-name">
                <span>{row.nickName}</span>
                <small>{row.username}</small>
              </span>
            ),
            // Without a role he signs in to nothing: that is to be seen here, not at his desk.
            roleNames: (row) =>
              row.roleNames.length > 0 ? null : (
                <span className="no-role">
                  <Glyph name="level2" />
                  {t('user.noRole')}
                </span>
              ),
            sex: (row) => <DictTag dictType="sex" value={row.sex} />,
          },
          keep: (row) => (row.id === self ? t('user.keepSelf') : null),
          form: FORM,
          rowActions,
        }}
      />
      {assigning && <AssignRoles user={assigning} onClose={() => setAssigning(null)} />}
      {resetting && <ResetPassword user={resetting} onClose={() => setResetting(null)} />}
    </>
  )
}
