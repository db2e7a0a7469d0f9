import { departmentResource, type DepartmentRow, permissionKey } from '@sluice/contract'
import { useState } from 'react'
import { usePermission } from '../../lib/access.tsx'
import { useText } from '../../lib/text.ts'
import { FormDrawer } from '../../parts/form/form-drawer.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { DrawnRow } from '../../parts/list/table-props.ts'
import { ZoneSelect } from './zone-select.tsx'

/** Why a department cannot go (AD-7): said before it is tried; the server decides again. */
function keeperOf(
  row: DrawnRow<typeof departmentResource>,
): 'dept.keepRoot' | 'dept.keepParent' | 'dept.keepFull' | null {
  if (!row.parentId) return 'dept.keepRoot'
  if (row.children?.length) return 'dept.keepParent'
  return row.userCount + row.deviceCount > 0 ? 'dept.keepFull' : null
}

const CONTROLS = { timeZone: <ZoneSelect /> }

/** The department tree (AD-7, domain 1.2): a child is added where it belongs, another parent moves it. */
export default function DepartmentScreen() {
  const { t } = useText()
  const [below, setBelow] = useState<DepartmentRow | null>(null)
  const mayAdd = usePermission([permissionKey(departmentResource, 'insert')])
  return (
    <>
      <ListPage
        resource={departmentResource}
        slots={{
          form: { initial: { sort: 0 }, controls: CONTROLS },
          rowActions: (row) =>
            mayAdd ? [{ key: 'add', label: t('dept.addBelow'), onClick: () => setBelow(row) }] : [],
          keep: (row) => {
            const why = keeperOf(row)
            return why && t(why)
          },
        }}
      />
      {below && (
        <FormDrawer
          resource={departmentResource}
          id={null}
          slots={{
            initial: { sort: 0, parentId: below.id },
            controls: CONTROLS,
            title: t('dept.addBelowTitle', { name: below.name }),
          }}
          onClose={() => setBelow(null)}
        />
      )}
    </>
  )
}
