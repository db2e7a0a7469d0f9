import { deviceGroupResource, type DeviceGroupRow, type GivenValues } from '@sluice/contract'
import { t, useText } from '../../../lib/text/text.ts'
import { FormDrawer } from '../../../parts/form/form-drawer.tsx'
import type { FormShape } from '../../../parts/form/form-rules.ts'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import { ConditionInput } from './condition-input.tsx'

type Resource = typeof deviceGroupResource

const BY_HAND: FormShape<Resource> = { filter: { hidden: true } }
const BY_CONDITION: FormShape<Resource> = { filter: { required: true } }

/** The condition is asked where members come from it. */
function useGroupShape({ membership }: GivenValues<Resource>, row: DeviceGroupRow | null): FormShape<Resource> {
  return (membership ?? row?.membership) === 'FILTER' ? BY_CONDITION : BY_HAND
}

const FORM = { initial: { sort: 0 }, useShape: useGroupShape, controls: { filter: <ConditionInput /> } }

/** What a group's page and the list of groups offer alike. */
export const GROUP_SLOTS = {
  form: FORM,
  forms: {
    add: ({ id, name, deptId, kind }, close) => (
      <FormDrawer
        resource={deviceGroupResource}
        id={null}
        slots={{
          ...FORM,
          initial: { sort: 0, parentId: id, deptId, kind },
          title: t('group.addBelowTitle', { name }),
        }}
        onClose={close}
      />
    ),
  },
} satisfies ListSlots<Resource>

/** The groups of devices, of every kind. */
export default function GroupScreen() {
  useText()
  return <ListPage resource={deviceGroupResource} slots={GROUP_SLOTS} />
}
