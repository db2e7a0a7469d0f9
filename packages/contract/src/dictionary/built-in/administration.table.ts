import { type BuiltInType, named, STATUS } from './built-in-type.ts'

/** Of people, roles, departments, resources and the office. */
export const ADMINISTRATION_DICTIONARIES: readonly BuiltInType[] = [
  {
    dictType: 'sex',
    dictName: '性别',
    englishName: 'Sex',
    enumName: 'sex',
    entries: [
      ['MALE', '男', 'Male'],
      ['FEMALE', '女', 'Female'],
      ['UNKNOWN', '未知', 'Unknown', 'info'],
    ],
  },
  {
    dictType: 'user_status',
    dictName: '用户状态',
    englishName: 'User state',
    enumName: 'userStatus',
    entries: [...STATUS, ['LOCKED', '锁定', 'Locked', 'warning']],
  },
  { dictType: 'status', dictName: '通用状态', englishName: 'State', enumName: 'status', entries: STATUS },
  { dictType: 'role_status', dictName: '角色状态', englishName: 'Role state', enumName: 'status', entries: STATUS },
  {
    dictType: 'dept_status',
    dictName: '部门状态',
    englishName: 'Department state',
    enumName: 'status',
    entries: STATUS,
  },
  { dictType: 'res_status', dictName: '资源状态', englishName: 'Resource state', enumName: 'status', entries: STATUS },
  {
    dictType: 'dict_status',
    dictName: '字典状态',
    englishName: 'Dictionary state',
    entries: [
      ['0', '正常', 'Active', 'success'],
      ['1', '停用', 'Disabled', 'info'],
    ],
  },
  {
    dictType: 'resource_type',
    dictName: '资源类型',
    englishName: 'Resource type',
    enumName: 'resourceType',
    entries: [
      ['1', '目录', 'Folder', 'primary'],
      ['2', '菜单', 'Screen', 'success'],
      ['3', '按钮', 'Button', 'info'],
    ],
  },
  {
    dictType: 'data_scope',
    dictName: '数据范围',
    englishName: 'Data scope',
    enumName: 'dataScope',
    entries: [
      ['ALL', '全部数据', 'All'],
      ['CUSTOM', '指定部门', 'Selected departments'],
      ['DEPT', '本部门', 'Own department'],
      ['SUBTREE', '本部门及下级', 'Own department and below'],
      ['SELF', '仅本人', 'Own records only'],
    ],
  },
  {
    dictType: 'dept_kind',
    dictName: '部门类型',
    englishName: 'Department kind',
    enumName: 'deptKind',
    entries: named(
      ['PLATFORM', 'AGENT', 'CUSTOMER', 'INTERNAL'],
      ['平台', '代理商', '客户', '内部部门'],
      ['Platform', 'Agent', 'Customer', 'Internal'],
    ),
  },
  {
    dictType: 'http_method',
    dictName: '请求方式',
    englishName: 'HTTP method',
    entries: [
      ['GET', 'GET', 'GET', 'success'],
      ['POST', 'POST', 'POST', 'primary'],
      ['PUT', 'PUT', 'PUT', 'warning'],
      ['DELETE', 'DELETE', 'DELETE', 'danger'],
    ],
  },
  {
    dictType: 'flow_type',
    dictName: '流程对象',
    englishName: 'Process addressee',
    entries: [
      ['1', '用户', 'User'],
      ['2', '角色', 'Role'],
      ['3', '部门', 'Department'],
    ],
  },
  {
    dictType: 'leave_type',
    dictName: '请假类型',
    englishName: 'Leave type',
    enumName: 'leaveType',
    entries: [
      ['PERSONAL', '事假', 'Personal leave'],
      ['SICK', '病假', 'Sick leave'],
      ['MARRIAGE', '婚假', 'Marriage leave'],
      ['BEREAVEMENT', '丧假', 'Bereavement leave'],
      ['MATERNITY', '产假', 'Maternity leave'],
      ['PATERNITY', '陪产假', 'Paternity leave'],
      ['ANNUAL', '年假', 'Annual leave'],
      ['COMP', '调休', 'Time off in lieu'],
      ['INJURY', '工伤假', 'Work injury leave'],
    ],
  },
  {
    dictType: 'list_class',
    dictName: '标签样式',
    englishName: 'Tag style',
    enumName: 'listClass',
    entries: [
      ['primary', '主题', 'Theme', 'primary'],
      ['success', '成功', 'Success', 'success'],
      ['info', '信息', 'Info', 'info'],
      ['warning', '警告', 'Warning', 'warning'],
      ['danger', '危险', 'Danger', 'danger'],
    ],
  },
  {
    dictType: 'language',
    dictName: '语言',
    englishName: 'Language',
    enumName: 'language',
    entries: [
      ['zh-CN', '中文', '中文'],
      ['en-US', 'English', 'English'],
    ],
  },
]
