import { EVERYBODY, MAINTAINERS } from '../identity/built-in-role.ts'
import { resourceScreen, type ScreenFolder } from '../machine/screen.ts'
import { sensorCalibrationResource } from './sensor-calibration.resource.ts'
import { sensorResource } from './sensor.resource.ts'

/** What devices measure, and how it was calibrated. */
export const SENSOR_SCREENS: ScreenFolder = {
  name: 'Sensor',
  title: ['传感器', 'Sensors'],
  path: '/sensor',
  icon: 'sensor',
  screens: [
    resourceScreen(sensorResource, {
      name: 'SensorIndex',
      path: 'index',
      component: 'sensor/index',
      icon: 'sensor',
      for: EVERYBODY,
      may: { export: EVERYBODY },
    }),
    resourceScreen(sensorCalibrationResource, {
      name: 'SensorCalibration',
      path: 'calibration',
      component: 'sensor/calibration',
      icon: 'history',
      for: EVERYBODY,
      may: { insert: MAINTAINERS, export: EVERYBODY },
      more: [{ key: 'sensorCalibration:revoke', title: ['撤销校准', 'End calibrations'], for: MAINTAINERS }],
    }),
  ],
}
