import { flowTaskResource } from '../flow/flow-task.resource.ts'
import { ownFlowResource } from '../flow/flow-instance.resource.ts'
import { EVERYBODY } from '../identity/built-in-role.ts'
import { resourceScreen, type ScreenFolder } from '../machine/screen.ts'

export const OFFICE_SCREENS: ScreenFolder = {
  name: 'Leave',
  title: ['在线办公', 'Office'],
  path: '/leave',
  icon: 'inbox',
  screens: [
    {
      name: 'LeaveRunTask',
      title: ['待我审批', 'My approvals'],
      path: 'task/run-task',
      component: 'leave/run-task',
      key: 'flowTask:list',
      icon: 'inbox',
      for: EVERYBODY,
    },
    resourceScreen(flowTaskResource, {
      name: 'LeaveHisTask',
      path: 'task/his-task',
      component: 'leave/his-task',
      icon: 'check',
      for: EVERYBODY,
      may: { export: EVERYBODY },
    }),
    resourceScreen(ownFlowResource, {
      name: 'LeaveMeApply',
      path: 'apply/me-apply',
      component: 'leave/me-apply',
      icon: 'user',
      for: EVERYBODY,
      may: { export: EVERYBODY },
    }),
  ],
}
