import { departmentResource } from '@sluice/contract'
import { t, useText } from '../../lib/text/text.ts'
import { FormDrawer } from '../../parts/form/form-drawer.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { ZoneSelect } from './account/zone-select.tsx'

const FORM = { initial: { sort: 0 }, controls: { timeZone: <ZoneSelect /> } }

const SLOTS: ListSlots<typeof departmentResource> = {
  form: FORM,
  forms: {
    add: ({ id, name }, close) => (
      <FormDrawer
        resource={departmentResource}
        id={null}
        slots={{ ...FORM, initial: { sort: 0, parentId: id }, title: t('dept.addBelowTitle', { name }) }}
        onClose={close}
      />
    ),
  },
}

/** The department tree (AD-7, domain 1.2): a child is added below its parent, another parent moves it. */
export default function DepartmentScreen() {
  useText()
  return <ListPage resource={departmentResource} slots={SLOTS} />
}
