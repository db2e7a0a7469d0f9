import { DEPT_ADMINS, EVERYBODY } from '../identity/built-in-role.ts'
import { resourceScreen, type Screen, type ScreenFolder } from '../machine/screen.ts'
import { flowDefinitionResource } from './flow-definition.resource.ts'
import { flowInstanceResource, ownFlowResource } from './flow-instance.resource.ts'
import { flowTaskResource } from './flow-task.resource.ts'

export const WORKFLOW_SCREENS: ScreenFolder = {
  name: 'Workflow',
  title: ['流程', 'Workflow'],
  path: '/workflow',
  icon: 'flow',
  screens: [
    {
      name: 'WorkflowStart',
      title: ['发起申请', 'New request'],
      path: 'process/start',
      component: 'workflow/process/start',
      key: 'flow:start',
      icon: 'plus',
      for: EVERYBODY,
    },
    resourceScreen(flowInstanceResource, {
      name: 'WorkflowInstance',
      path: 'instance',
      component: 'workflow/instance',
      icon: 'list',
      for: DEPT_ADMINS,
      may: { export: DEPT_ADMINS },
      more: [{ key: 'flowInstance:terminate', title: ['终止申请', 'Terminate requests'], for: DEPT_ADMINS }],
    }),
    resourceScreen(flowDefinitionResource, {
      name: 'WorkflowDefinition',
      path: 'definition',
      component: 'workflow/definition',
      icon: 'flow',
      for: DEPT_ADMINS,
      may: {
        insert: DEPT_ADMINS,
        update: DEPT_ADMINS,
        del: DEPT_ADMINS,
        export: DEPT_ADMINS,
      },
      more: [{ key: 'flowDefinition:publish', title: ['发布流程', 'Publish flows'], for: DEPT_ADMINS }],
    }),
  ],
}

/** What a person has to do with requests: screens of the office. */
export const REQUEST_SCREENS: readonly Screen[] = [
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
]
