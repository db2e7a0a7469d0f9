import { type BuiltInType } from './built-in-type.ts'

/** Of faults. */
export const FAULT_DICTIONARIES: readonly BuiltInType[] = [
  {
    dictType: 'condition_state',
    dictName: '故障状态',
    englishName: 'Fault state',
    enumName: 'conditionState',
    entries: [
      ['ACTIVE', '未恢复', 'Active', 'danger'],
      ['CLEARED', '已恢复', 'Cleared', 'success'],
    ],
  },
  {
    dictType: 'handle_state',
    dictName: '处理状态',
    englishName: 'Fault handling',
    enumName: 'handleState',
    entries: [
      ['UNHANDLED', '未接手', 'Not taken', 'danger'],
      ['ACKED', '已接', 'Taken', 'primary'],
      ['PROCESSING', '处理中', 'In progress', 'primary'],
      ['RESOLVED', '已处理', 'Resolved', 'success'],
      ['CLOSED', '已关闭', 'Closed', 'info'],
      ['IGNORED', '已忽略', 'Ignored', 'info'],
    ],
  },
  {
    dictType: 'level',
    dictName: '故障等级',
    englishName: 'Fault level',
    enumName: 'level',
    entries: [
      ['1', '提示', 'Info', 'info'],
      ['2', '一般', 'Minor', 'warning'],
      ['3', '严重', 'Major', 'danger'],
      ['4', '紧急', 'Critical', 'danger'],
    ],
  },
  {
    dictType: 'fault_category',
    dictName: '故障类别',
    englishName: 'Category of a fault',
    enumName: 'faultCategory',
    entries: [
      ['POWER', '供电', 'Power'],
      ['COMM', '通讯', 'Communication'],
      ['SENSOR', '传感器', 'Sensor'],
      ['ACTUATOR', '执行机构', 'Actuator'],
      ['PROCESS', '工况', 'Process'],
      ['SECURITY', '安防', 'Security'],
      ['BILLING', '计费', 'Billing'],
    ],
  },
  {
    dictType: 'fault_source',
    dictName: '故障来源',
    englishName: 'Source of a fault',
    enumName: 'faultSource',
    entries: [
      ['DEVICE', '设备上报', 'Device'],
      ['LIMIT', '报警限值', 'Alarm limit'],
      ['RULE', '组合规则', 'Rule'],
      ['WATCH', '平台监视', 'Watch'],
    ],
  },
  {
    dictType: 'limit_scope',
    dictName: '限值适用范围',
    englishName: 'Range of a limit',
    enumName: 'limitScope',
    entries: [
      ['TYPE', '设备类型', 'Device type'],
      ['PRODUCT', '产品', 'Product'],
      ['GROUP', '分组', 'Group'],
      ['DEVICE', '单台设备', 'One device'],
    ],
  },
  {
    dictType: 'alarm_op',
    dictName: '限值比较方式',
    englishName: 'Comparison of a limit',
    enumName: 'alarmOp',
    entries: [
      ['GT', '高于', 'Above'],
      ['GE', '不低于', 'At least'],
      ['LT', '低于', 'Below'],
      ['LE', '不高于', 'At most'],
      ['OUTSIDE', '超出区间', 'Outside'],
      ['EQ', '等于', 'Is'],
      ['NE', '不等于', 'Is not'],
    ],
  },
]
