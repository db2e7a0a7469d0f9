import { areaResource } from '@sluice/contract'
import { t, useText } from '../../lib/text/text.ts'
import { FormDrawer } from '../../parts/form/form-drawer.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'

/** What an area page and the list of areas offer alike. */
export const AREA_SLOTS = {
  form: { initial: { sort: 0 } },
  forms: {
    add: ({ id, name, deptId }, close) => (
      <FormDrawer
        resource={areaResource}
        id={null}
        slots={{ initial: { sort: 0, parentId: id, deptId }, title: t('area.addBelowTitle', { name }) }}
        onClose={close}
      />
    ),
  },
} satisfies ListSlots<typeof areaResource>

/** The tree of places; an area is added below the one it is part of. */
export default function AreaScreen() {
  useText()
  return <ListPage resource={areaResource} slots={AREA_SLOTS} />
}
