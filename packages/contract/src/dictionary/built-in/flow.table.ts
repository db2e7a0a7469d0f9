import { type BuiltInType, named } from './built-in-type.ts'

/** Of flows and requests. */
export const FLOW_DICTIONARIES: readonly BuiltInType[] = [
  {
    dictType: 'flow_category',
    dictName: '流程分类',
    englishName: 'Category of flows',
    entries: named(
      ['HR', 'WATER', 'WORK', 'FINANCE', 'OTHER'],
      ['人事', '用水', '工程与维修', '财务', '其他'],
      ['People', 'Water', 'Works and repairs', 'Finance', 'Others'],
    ),
  },
  {
    dictType: 'flow_use',
    dictName: '流程用途',
    englishName: 'Use of a flow',
    enumName: 'flowType',
    entries: named(['LEAVE', 'GENERAL'], ['请假', '通用'], ['Leave', 'General']),
  },
  {
    dictType: 'flow_status',
    dictName: '流程状态',
    englishName: 'State of a flow',
    enumName: 'flowStatus',
    entries: named(['DRAFT', 'PUBLISHED', 'DISABLED'], ['草稿', '已发布', '停用'], ['Draft', 'Published', 'Disabled']),
  },
  {
    dictType: 'flow_instance_status',
    dictName: '申请状态',
    englishName: 'State of a request',
    enumName: 'flowInstanceStatus',
    entries: named(
      ['RUNNING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED'],
      ['进行中', '已通过', '已驳回', '已撤回', '已终止'],
      ['In progress', 'Approved', 'Rejected', 'Withdrawn', 'Terminated'],
    ),
  },
  {
    dictType: 'flow_task_status',
    dictName: '任务结果',
    englishName: 'Result of a task',
    enumName: 'flowTaskStatus',
    entries: named(
      ['WAITING', 'PENDING', 'APPROVED', 'REJECTED', 'RETURNED', 'TRANSFERRED', 'CANCELLED', 'DONE'],
      ['未到', '待办', '同意', '驳回', '退回', '转交', '不用再办', '已阅'],
      ['Not yet', 'Pending', 'Approved', 'Rejected', 'Sent back', 'Transferred', 'No longer needed', 'Read'],
    ),
  },
]
