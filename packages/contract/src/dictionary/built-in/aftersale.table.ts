import { type BuiltInType, named } from './built-in-type.ts'

/** Of repair orders. */
export const AFTERSALE_DICTIONARIES: readonly BuiltInType[] = [
  {
    dictType: 'repair_source',
    dictName: '维修来源',
    englishName: 'Source of a repair',
    enumName: 'repairSource',
    entries: named(
      ['FAULT', 'CALL', 'INSPECTION', 'RETURN'],
      ['故障', '来电', '巡检', '返厂'],
      ['Fault', 'Call', 'Inspection', 'Return'],
    ),
  },
  {
    dictType: 'repair_status',
    dictName: '维修状态',
    englishName: 'State of a repair',
    enumName: 'repairStatus',
    entries: named(
      [
        'CREATED',
        'ASSIGNED',
        'ACCEPTED',
        'ON_SITE',
        'WAIT_PARTS',
        'REPAIRING',
        'FINISHED',
        'CONFIRMED',
        'CLOSED',
        'CANCELLED',
      ],
      ['待派单', '已派单', '已接单', '已到场', '等配件', '维修中', '已完工', '完工已确认', '已关闭', '已取消'],
      [
        'To be assigned',
        'Assigned',
        'Accepted',
        'On site',
        'Waiting for parts',
        'In repair',
        'Finished',
        'Repair confirmed',
        'Closed',
        'Cancelled',
      ],
    ),
  },
  {
    dictType: 'sla_state',
    dictName: '维修计时',
    englishName: 'Clock of a repair',
    enumName: 'slaState',
    entries: named(
      ['NONE', 'RESPOND', 'FIX', 'STOPPED', 'OVER'],
      ['不限时', '响应计时', '修复计时', '停表', '结束'],
      ['No limit', 'Response time', 'Repair time', 'Stopped', 'Over'],
    ),
  },
  {
    dictType: 'retest_state',
    dictName: '复测状态',
    englishName: 'State of a re-test',
    enumName: 'retestState',
    entries: named(
      ['NONE', 'RUNNING', 'PASSED', 'FAILED', 'STOPPED'],
      ['未复测', '正在复测', '通过', '没过', '已停止'],
      ['Not tested', 'Running', 'Passed', 'Failed', 'Stopped'],
    ),
  },
  {
    dictType: 'pay_state',
    dictName: '收费状态',
    englishName: 'State of payment',
    enumName: 'payState',
    entries: named(
      ['NONE', 'UNPAID', 'PAID', 'FREE'],
      ['无费用', '未收', '已收', '免费'],
      ['Nothing to pay', 'Unpaid', 'Paid', 'Free'],
    ),
  },
]
