import { userResource } from '@sluice/contract'
import { useState } from 'react'
import { usePermission } from '../../lib/access.tsx'
import { useSession } from '../../lib/session.ts'
import { useText } from '../../lib/text.ts'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { RowAction } from '../../parts/list/row-actions.tsx'
import { AssignRoles } from './assign-roles.tsx'
import { DepartmentFilter } from './department-filter.tsx'
import { ResetPassword } from './reset-password.tsx'

/** AD-1: departments at the left filter the users; reset password and roles beside the usual actions. */
export default function UserScreen() {
  const { t } = useText()
  const [assigning, setAssigning] = useState<AnyRow | null>(null)
  const [resetting, setResetting] = useState<AnyRow | null>(null)
  const mayAssign = usePermission(['user:assignRole'])
  const mayReset = usePermission(['user:resetPwd'])
  const self = useSession((session) => session.userInfo?.id)

  const rowActions = (row: AnyRow): RowAction[] => [
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
  ]

  return (
    <>
      <ListPage
        resource={userResource}
        slots={{
          side: (query, setFilter) => (
            <DepartmentFilter chosen={query.filters['deptId']} onChoose={(id) => setFilter('deptId', id)} />
          ),
          omitFilters: ['deptId'],
          rowActions,
        }}
      />
      {assigning && <AssignRoles user={assigning} onClose={() => setAssigning(null)} />}
      {resetting && <ResetPassword user={resetting} onClose={() => setResetting(null)} />}
    </>
  )
}
