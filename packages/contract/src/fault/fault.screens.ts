import { EVERYBODY, MAINTAINERS } from '../identity/built-in-role.ts'
import { resourceScreen, type ScreenFolder } from '../machine/screen.ts'
import { NOTICE_SCREENS } from '../notice/notice.screens.ts'
import { faultCodeResource } from './fault-code.resource.ts'
import { faultRecordResource, faultResource } from './fault.resource.ts'
import { maintenanceWindowResource } from './maintenance-window.resource.ts'

/** Faults: what waits, what was, what they are called, who is told, and how soon they are mended. */
export const FAULT_SCREENS: ScreenFolder = {
  name: 'Fault',
  title: ['故障', 'Faults'],
  path: '/fault',
  icon: 'bell',
  screens: [
    resourceScreen(faultResource, {
      name: 'FaultDevice',
      path: 'fault-device',
      component: 'fault/fault-device',
      icon: 'bell',
      known: true,
      for: EVERYBODY,
      may: {
        export: EVERYBODY,
        ack: MAINTAINERS,
        assign: MAINTAINERS,
        resolve: MAINTAINERS,
        ignore: MAINTAINERS,
      },
    }),
    {
      name: 'ValveFault',
      title: ['阀门故障', 'Valve faults'],
      path: 'valve-fault',
      component: 'fault/valve-fault',
      icon: 'valve',
      for: EVERYBODY,
    },
    {
      name: 'FaultRecord',
      title: faultRecordResource.names.many,
      path: 'fault-record',
      component: 'fault/fault-record',
      resource: faultRecordResource,
      icon: 'history',
      for: EVERYBODY,
    },
    resourceScreen(faultCodeResource, {
      name: 'FaultCode',
      path: 'fault-code',
      component: 'fault/fault-code',
      icon: 'list',
      for: EVERYBODY,
      may: { export: EVERYBODY },
    }),
    resourceScreen(maintenanceWindowResource, {
      name: 'FaultMaintenance',
      path: 'maintenance',
      icon: 'clock',
      for: EVERYBODY,
      may: { insert: MAINTAINERS, update: MAINTAINERS, del: MAINTAINERS, export: EVERYBODY },
    }),
    ...NOTICE_SCREENS,
    {
      name: 'FaultReliability',
      title: ['可靠性', 'Reliability'],
      path: 'reliability',
      component: 'fault/reliability',
      key: 'fault:figures',
      icon: 'curve',
      for: EVERYBODY,
    },
  ],
}
