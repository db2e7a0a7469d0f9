import { ADMINS, DEPT_ADMINS, EVERYBODY, MAINTAINERS, OPERATORS } from '../identity/built-in-role.ts'
import { resourceScreen, type Screen } from '../machine/screen.ts'
import { dutyHolidayResource } from './duty-holiday.resource.ts'
import { noticeUserResource } from './notice-user.resource.ts'
import { pushLimitResource } from './push-limit.resource.ts'
import { pushRecordResource } from './push-record.resource.ts'
import { pushRuleResource } from './push-rule.resource.ts'

/** Behind the tabs of one entry of the menu. */
const TAB = { hidden: true, activeMenu: '/fault/fault-push' } as const

/** Who is told of faults, why, and what became of it. */
export const NOTICE_SCREENS: readonly Screen[] = [
  {
    name: 'FaultPush',
    title: ['推送与值班', 'Notifications'],
    path: 'fault-push',
    component: 'fault/fault-push',
    key: 'push:explain',
    icon: 'bell',
    for: EVERYBODY,
  },
  {
    ...TAB,
    name: 'FaultDuty',
    title: ['值班', 'Duty rota'],
    path: 'duty',
    component: 'fault/duty',
    key: 'duty:list',
    icon: 'history',
    for: EVERYBODY,
    buttons: [
      { key: 'duty:edit', title: ['排班', 'Plan the rota'], for: OPERATORS },
      { key: 'duty:swap', title: ['换班', 'Swap shifts'], for: MAINTAINERS },
    ],
  },
  resourceScreen(dutyHolidayResource, {
    ...TAB,
    name: 'FaultDutyHoliday',
    path: 'duty-holiday',
    component: 'fault/duty-holiday',
    icon: 'sun',
    for: EVERYBODY,
    may: { insert: OPERATORS, update: OPERATORS, del: OPERATORS, export: EVERYBODY, import: OPERATORS },
  }),
  resourceScreen(noticeUserResource, {
    ...TAB,
    name: 'FaultNoticeUser',
    path: 'notice-user',
    component: 'fault/notice-user',
    icon: 'users',
    for: OPERATORS,
    may: {
      insert: OPERATORS,
      update: OPERATORS,
      del: OPERATORS,
      export: OPERATORS,
      import: OPERATORS,
      test: OPERATORS,
    },
  }),
  resourceScreen(pushRuleResource, {
    ...TAB,
    name: 'FaultPushRule',
    path: 'push-rule',
    component: 'fault/push-rule',
    icon: 'list',
    for: OPERATORS,
    may: { insert: DEPT_ADMINS, update: DEPT_ADMINS, del: DEPT_ADMINS, export: OPERATORS, import: DEPT_ADMINS },
  }),
  resourceScreen(pushRecordResource, {
    ...TAB,
    name: 'FaultPushRecord',
    path: 'push-record',
    component: 'fault/push-record',
    icon: 'history',
    for: OPERATORS,
    may: { export: OPERATORS, resend: OPERATORS },
  }),
  resourceScreen(pushLimitResource, {
    ...TAB,
    name: 'FaultPushLimit',
    path: 'push-limit',
    component: 'fault/push-limit',
    icon: 'sliders',
  }),
  {
    ...TAB,
    name: 'NoticeChannel',
    title: ['通知渠道', 'Notification channels'],
    path: 'notice-channel',
    component: 'fault/notice-channel',
    key: 'noticeChannel:list',
    icon: 'inbox',
    for: ADMINS,
    buttons: [
      { key: 'noticeChannel:update', title: ['设置通知渠道', 'Set up notification channels'] },
      { key: 'noticeChannel:test', title: ['试发通知', 'Send test messages'] },
    ],
  },
]
