import { DEPT_ADMINS, EVERYBODY } from '../identity/built-in-role.ts'
import { resourceScreen, type ScreenFolder } from '../machine/screen.ts'
import { flowDefinitionResource } from './flow-definition.resource.ts'
import { flowInstanceResource } from './flow-instance.resource.ts'

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
