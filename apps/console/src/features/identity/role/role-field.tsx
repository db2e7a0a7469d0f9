import { getAuthRoleList, roleResource } from '@sluice/contract'
import { Form } from 'antd'
import { useAnswer, usePage } from '../../../lib/api/answer.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Failed } from '../../../parts/fetched/fetched.tsx'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'
import { Select } from '../../../parts/control/select.tsx'

/** More roles than anybody can tell apart in a form; the rest are given by 分配角色. */
const MOST = 100

interface RolesProps {
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
  held: string[]
  options: { value: string; label: string; disabled: boolean }[]
}

/** Has no value until it was touched: roles that nobody changed are not saved. */
function Roles({ id, value, onChange, held, options }: RolesProps) {
  return (
    <Select<string[]>
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      value={value ?? held}
      onChange={(ids) => onChange?.(ids)}
      options={options}
      optionFilterProp="label"
    />
  )
}

/**
 * The roles of a user in their form, each with the data it shows: what somebody may do and what they see is decided
 * here. A disabled role can be kept, not given (AD-2).
 */
export function RoleField({ userId }: { userId: string | null }) {
  const { t } = useText()
  const roles = usePage(roleResource, { page: 1, limit: MOST })
  const own = useAnswer(getAuthRoleList, userId === null ? null : { userId }, { fresh: true })
  // What somebody holds is asked anew: an old answer would take back what was given meanwhile.
  const isOwnKnown = userId === null || (own.data !== undefined && !own.isFetching && !own.error)
  if (!roles.data || !isOwnKnown) {
    const { error, isFetching, refetch } = roles.data ? own : roles
    return (
      <Form.Item label={t('user.roles')}>
        {error && !isFetching ? <Failed error={error} onRetry={() => void refetch()} /> : <WaitBlocks rows={1} />}
      </Form.Item>
    )
  }
  const held = (own.data ?? []).filter(({ granted }) => granted).map(({ id }) => id)
  const options = roles.data.list.map(({ id, name, dataScope, status }) => ({
    value: id,
    label: `${name} · ${byName(`enum.dataScope.${dataScope}`)}`,
    disabled: status === 'DISABLED' && !held.includes(id),
  }))
  return (
    <Form.Item name="roleIds" label={t('user.roles')} extra={t('user.rolesHint')}>
      <Roles held={held} options={options} />
    </Form.Item>
  )
}
