import { type GivenValues, roleResource } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { RoleGrants } from './role-grants.tsx'

const COLUMNS = ['name', 'deptId', 'status', 'dataScope', 'userCount', 'sort'] as const
const OWN_CONTROLS = ['resourceIds', 'customDepts'] as const

/** Switching away from CUSTOM clears the chosen departments (AD-5). */
function finish(values: GivenValues<typeof roleResource>): GivenValues<typeof roleResource> {
  return values.dataScope === 'CUSTOM' ? values : { ...values, customDepts: [] }
}

/** AD-5: the permissions and the data scope of a role. */
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
              <span>{row.name}</span>
              <small>{row.code}</small>
            </span>
          ),
          deptId: (row) => (row.deptId === null ? t('role.builtIn') : (row.deptIdName ?? '')),
        },
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
