import { EVERYBODY, OPERATORS } from '../identity/built-in-role.ts'
import { resourceScreen, type ScreenFolder } from '../machine/screen.ts'
import { tempDeviceResource } from './temp-device.resource.ts'
import { tempExcursionResource } from './temp-excursion.resource.ts'
import { tempSceneResource } from './temp-scene.resource.ts'

/** Probes, what they are to keep, and when they did not. */
export const TEMPERATURE_SCREENS: ScreenFolder = {
  name: 'Temperature',
  title: ['温度', 'Temperature'],
  path: '/temperature',
  icon: 'temp',
  screens: [
    {
      name: 'TemperatureDeviceList',
      title: tempDeviceResource.names.many,
      path: 'device-list',
      component: 'temperature/device-list',
      resource: tempDeviceResource,
      icon: 'temp',
      known: true,
      for: EVERYBODY,
    },
    resourceScreen(tempExcursionResource, {
      name: 'TemperatureExcursion',
      path: 'excursion',
      component: 'temperature/excursion',
      icon: 'history',
      for: EVERYBODY,
      may: { export: EVERYBODY },
    }),
    resourceScreen(tempSceneResource, {
      name: 'TemperatureScene',
      path: 'scene',
      icon: 'cards',
      for: EVERYBODY,
      may: { insert: OPERATORS, update: OPERATORS, del: OPERATORS, export: EVERYBODY, import: OPERATORS },
    }),
  ],
}
