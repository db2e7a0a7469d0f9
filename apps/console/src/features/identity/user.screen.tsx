import { type GivenValues, saveAuthRole, userResource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { call } from '../../lib/api/api.ts'
import { forgetRows } from '../../lib/api/query.ts'
import { t, useText } from '../../lib/text/text.ts'
import { DictTag } from '../../parts/dict/dict-tag.tsx'
import { DictSelect } from '../../parts/form/dict-select.tsx'
import type { FormSlots } from '../../parts/form/form-drawer.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { SideDepartments } from '../../parts/list/side-departments.tsx'
import { AssignRoles } from './role/assign-roles.tsx'
import { RoleField } from './role/role-field.tsx'
import { FirstPassword } from './account/first-password.tsx'
import { ResetPassword } from './reset-password.tsx'
import { UsernameInput } from './account/username-input.tsx'
import './administration.css'

/**
 * AD-1: the username below the name. The columns that say who it is and whether they can sign in are always visible.
 */
const COLUMNS = ['nickName', 'status', 'deptId', 'roleNames', 'phone', 'sex', 'lastLoginTime'] as const

const FORM = {
  controls: { username: <UsernameInput />, sex: <DictSelect dictType="sex" /> },
  omit: ['password'],
  given: (answer) => <FirstPassword answer={answer} />,
} satisfies FormSlots<typeof userResource>

const SLOTS: ListSlots<typeof userResource> = {
  twoLines: true,
  columns: COLUMNS,
  side: (query, setFilter) => (
    <SideDepartments chosen={query.filters['deptId']} onChoose={(id) => setFilter('deptId', id)} />
  ),
  omitFilters: ['deptId'],
  cells: {
    nickName: (row) => (
      <span className="list-name">
        <span>{row.nickName}</span>
        <small>{row.username}</small>
      </span>
    ),
    // A user without a role can open nothing after sign-in: the administrator should see that here.
    roleNames: (row) =>
      row.roleNames.length > 0 ? null : (
        <strong className="row tight">
          <Glyph name="level2" />
          {t('user.noRole')}
        </strong>
      ),
    sex: (row) => <DictTag dictType="sex" value={row.sex} />,
  },
  forms: {
    roles: (row, close) => <AssignRoles user={row} onClose={close} />,
    reset: (row, close) => <ResetPassword user={row} onClose={close} />,
  },
}

/** The form, with the roles for those who may give them: the user is saved first, then the roles that were changed. */
function useFormWithRoles(): FormSlots<typeof userResource> {
  const mayGive = usePermission(['user:assignRole'])
  const maySee = usePermission(['role:list'])
  const client = useQueryClient()
  const wanted = useRef<readonly string[] | undefined>(undefined)
  return useMemo(() => {
    if (!mayGive || !maySee) return FORM
    return {
      ...FORM,
      below: (row) => <RoleField userId={row?.id ?? null} />,
      finish: ({ roleIds, ...values }: GivenValues<typeof userResource> & { roleIds?: readonly string[] }) => {
        wanted.current = roleIds
        return values
      },
      onSaved: (userId) => {
        const roleIds = wanted.current
        if (!roleIds) return
        // A refusal is shown by the request layer; the user is saved without the new roles.
        void call(saveAuthRole, { userId, roleIds: [...roleIds] })
          .catch(() => {})
          .then(() => forgetRows(client, userResource.name))
      },
    }
  }, [mayGive, maySee, client])
}

/** AD-1: departments at the left filter the users; reset password and roles beside the usual actions. */
export default function UserScreen() {
  useText()
  const form = useFormWithRoles()
  const slots = useMemo(() => ({ ...SLOTS, form }), [form])
  return <ListPage resource={userResource} slots={slots} />
}
