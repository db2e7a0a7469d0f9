import { REQUEST_SCREENS } from '../flow/flow.screens.ts'
import { EVERYBODY } from '../identity/built-in-role.ts'
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
    resourceScreen(leaveTypeResource, {
      name: 'LeaveType',
      path: 'type',
      icon: 'list',
      for: EVERYBODY,
      may: { export: EVERYBODY },
    }),
  ],
}
