import { departmentResource } from '@sluice/contract'
import { ListPage } from '../../parts/list/list-page.tsx'

/** The department tree (AD-7). */
export default function DepartmentScreen() {
  return <ListPage resource={departmentResource} slots={{ form: { initial: { sort: 0 } } }} />
}
