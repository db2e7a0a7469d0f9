import type { BuiltInType } from './built-in-type.ts'

/** Of the office. */
export const OFFICE_DICTIONARIES: readonly BuiltInType[] = [
  {
    dictType: 'work_day_kind',
    dictName: '工作日历类型',
    englishName: 'Kind of calendar day',
    enumName: 'workDayKind',
    entries: [
      ['HOLIDAY', '法定节假日', 'Public holiday'],
      ['ADJUST_WORK', '调休上班', 'Adjusted workday'],
      ['RESTDAY', '休息日', 'Rest day'],
      ['WORKDAY', '工作日', 'Workday'],
    ],
  },
  {
    dictType: 'count_in',
    dictName: '请假天数算法',
    englishName: 'How days of a leave are counted',
    enumName: 'countIn',
    entries: [
      ['WORKING', '按工作日', 'Workdays'],
      ['NATURAL', '按自然日', 'Natural days'],
    ],
  },
]
