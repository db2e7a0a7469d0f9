import { departmentResource } from '@sluice/contract'
import { useText } from '../../lib/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'

/** The department tree (AD-7). */
export default function DepartmentScreen() {
  const { t } = useText()
  return (
    <ListPage
      resource={departmentResource}
      slots={{
        form: { initial: { sort: 0 } },
        keep: (row) => (row['parentId'] ? null : t('dept.keepRoot')),
      }}
    />
  )
}
