import { EVERYBODY, MAINTAINERS } from '../identity/built-in-role.ts'
import { resourceScreen, type ScreenFolder } from '../machine/screen.ts'
import { repairRecordResource } from './repair-record.resource.ts'

export const AFTERSALE_SCREENS: ScreenFolder = {
  name: 'Aftersale',
  title: ['售后', 'After-sales'],
  path: '/aftersale',
  icon: 'wrench',
  screens: [
    resourceScreen(repairRecordResource, {
      name: 'RepairRecord',
      path: 'repair-record',
      component: 'aftersale/repair-record',
      icon: 'wrench',
      for: EVERYBODY,
      may: { insert: MAINTAINERS, update: MAINTAINERS, export: EVERYBODY },
      more: [{ key: 'repairRecord:move', title: ['复测时动作设备', 'Move devices in a re-test'], for: MAINTAINERS }],
    }),
  ],
}
