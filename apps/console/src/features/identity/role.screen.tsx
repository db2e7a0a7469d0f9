import { ADMIN_ROLE, roleResource } from '@sluice/contract'
import { useText } from '../../lib/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import { RoleGrants } from './role-grants.tsx'

const COLUMNS = ['name', 'deptId', 'status', 'dataScope', 'userCount', 'sort'] as const
const OWN_CONTROLS = ['resourceIds', 'customDepts']

/** Switching away from CUSTOM clears the chosen departments (AD-5). */
function finish(values: Record<string, unknown>): Record<string, unknown> {
  return values['dataScope'] === 'CUSTOM' ? values : { ...values, customDepts: [] }
}

/** AD-5: what a group of people may do, and whose data they see. */
export default function RoleScreen() {
  const { t } = useText()
  return (
    <ListPage
      resource={roleResource}
      slots={{
        twoLines: true,
        columns: COLUMNS,
        cells: {
          name: (row) => (
            <span className="list-name">
              <span>{String(row['name'])}</span>
              <small>{String(row['code'])}</small>
            </span>
          ),
          deptId: (row) => (row['deptId'] === null ? t('role.builtIn') : String(row['deptIdName'] ?? '')),
        },
        keep: (row) => (row['code'] === ADMIN_ROLE ? t('role.keepAdmin') : null),
        form: {
          omit: OWN_CONTROLS,
          initial: { sort: 0, resourceIds: [], customDepts: [] },
          below: (row) => <RoleGrants roleId={row?.id ?? null} />,
          finish,
        },
      }}
    />
  )
}
