import { REQUEST_SCREENS } from '../flow/flow.screens.ts'
import { DEPT_ADMINS, EVERYBODY } from '../identity/built-in-role.ts'
import { resourceScreen, type ScreenFolder } from '../machine/screen.ts'
import { workDayResource } from './calendar/work-day.resource.ts'
import { leaveTypeResource } from './leave/leave-type.resource.ts'

/** The menu of the office. */
export const OFFICE_SCREENS: ScreenFolder = {
  name: 'Leave',
  title: ['在线办公', 'Office'],
  path: '/leave',
  icon: 'flow',
  screens: [
    ...REQUEST_SCREENS,
    {
      name: 'LeaveCalendar',
      title: ['工作日历', 'Work calendar'],
      path: 'calendar',
      component: 'leave/calendar',
      key: 'workDay:list',
      icon: 'sun',
      for: EVERYBODY,
    },
    resourceScreen(workDayResource, {
      name: 'LeaveWorkDay',
      title: ['工作日历列表', 'Work calendar as a list'],
      path: 'work-day',
      icon: 'list',
      hidden: true,
      activeMenu: '/leave/calendar',
      for: EVERYBODY,
      may: { export: EVERYBODY },
    }),
    {
      name: 'LeaveBalance',
      title: ['假期余额', 'Leave balances'],
      path: 'balance',
      component: 'leave/balance',
      key: 'leaveBalance:list',
      icon: 'table',
      for: DEPT_ADMINS,
      buttons: [
        { key: 'leaveBalance:grant', title: ['发放年假', 'Grant annual leave'], for: DEPT_ADMINS },
        { key: 'leaveBalance:adjust', title: ['调整假期余额', 'Adjust leave balances'], for: DEPT_ADMINS },
      ],
    },
    resourceScreen(leaveTypeResource, {
      name: 'LeaveType',
      path: 'type',
      icon: 'list',
      for: EVERYBODY,
      may: { export: EVERYBODY },
    }),
  ],
}
