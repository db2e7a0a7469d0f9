import { EVERYBODY, OPERATORS } from '../identity/built-in-role.ts'
import { resourceScreen, type ScreenFolder } from '../machine/screen.ts'
import { lampPoleResource } from './lamp-pole.resource.ts'
import { lampSlaveResource } from './lamp-slave.resource.ts'

/** The menu of lamps. */
export const LAMP_SCREENS: ScreenFolder = {
  name: 'Lamp',
  title: ['路灯', 'Lamps'],
  path: '/lamp',
  icon: 'lamp',
  screens: [
    {
      name: 'LampSlave',
      title: ['路灯列表', 'Lamps'],
      path: 'slave',
      component: 'lamp/slave',
      resource: lampSlaveResource,
      icon: 'lamp',
      for: EVERYBODY,
    },
    resourceScreen(lampPoleResource, {
      name: 'LampPole',
      path: 'pole',
      icon: 'pin',
      for: EVERYBODY,
      may: { insert: OPERATORS, update: OPERATORS, del: OPERATORS, export: EVERYBODY, import: OPERATORS },
    }),
  ],
}
