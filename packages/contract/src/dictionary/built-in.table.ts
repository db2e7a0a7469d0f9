import { GEO_FLOWS, GEO_KINDS, GEO_RANKS } from '../geography/geo-feature.resource.ts'
import type { ListClass } from './dict-entry.resource.ts'

/** An entry the program brings: value, its word in Chinese and in English, colour of its tag. */
export type BuiltInEntry = readonly [value: string, label: string, english: string, listClass?: ListClass]

export interface BuiltInType {
  dictType: string
  dictName: string
  englishName: string
  /** Name of the contract's enum it speaks for; its words are those of the console (a test holds them together). */
  enumName?: string
  entries: readonly BuiltInEntry[]
}

function named(values: readonly string[], labels: readonly string[], english: readonly string[]): BuiltInEntry[] {
  return values.map((value, at) => [value, labels[at]!, english[at]!])
}

const STATUS: readonly BuiltInEntry[] = [
  ['NORMAL', '正常', 'Active', 'success'],
  ['DISABLED', '停用', 'Disabled', 'info'],
]

/** One dictionary for each enum of the contract (domain 15.5) and those that administration and office use (DC-6). */
export const BUILT_IN_DICTIONARIES: readonly BuiltInType[] = [
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
      ['CUSTOM', '指定部门', 'Chosen departments'],
      ['DEPT', '本部门', 'Own department'],
      ['SUBTREE', '本部门及下级', 'Own and below'],
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
    entries: [
      ['PERSONAL', '事假', 'Personal leave'],
      ['SICK', '病假', 'Sick leave'],
      ['MARRIAGE', '婚假', 'Marriage leave'],
      ['BEREAVEMENT', '丧假', 'Bereavement leave'],
      ['MATERNITY', '产假', 'Maternity leave'],
      ['PATERNITY', '陪产假', 'Paternity leave'],
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
  {
    dictType: 'device_status',
    dictName: '设备状态',
    englishName: 'Device state',
    enumName: 'deviceStatus',
    entries: [
      ['INACTIVE', '未激活', 'Never reported', 'info'],
      ['ONLINE', '在线', 'Online', 'success'],
      ['OFFLINE', '离线', 'Offline', 'info'],
      ['DISABLED', '停用', 'Disabled', 'info'],
    ],
  },
  {
    dictType: 'device_type',
    dictName: '设备类型',
    englishName: 'Device type',
    enumName: 'deviceType',
    entries: [
      ['VALVE', '阀门', 'Valve'],
      ['LAMP', '路灯', 'Lamp'],
      ['TEMP', '温度', 'Temperature'],
      ['LORAWAN', 'LoRaWAN', 'LoRaWAN'],
      ['HYDRANT', '给水栓', 'Hydrant'],
      ['PUMP', '水泵', 'Pump'],
      ['IRRIGATION', '灌溉', 'Irrigation'],
      ['COVER', '井盖', 'Cover'],
      ['WATER_CONTROLLER', '水控机', 'Water controller'],
      ['GATEWAY', '网关', 'Gateway'],
      ['SENSOR', '传感器', 'Sensor'],
      ['CAMERA', '摄像头', 'Camera'],
      ['COMPRESSOR', '空压机', 'Compressor'],
      ['CARWASH', '洗车机', 'Car wash'],
      ['RELIC', '文物', 'Relic'],
      ['WEATHER', '气象站', 'Weather station'],
    ],
  },
  {
    dictType: 'node_kind',
    dictName: '节点类型',
    englishName: 'Node kind',
    enumName: 'nodeKind',
    entries: named(['DIRECT', 'GATEWAY', 'SLAVE'], ['直连', '主机', '从机'], ['Direct', 'Master', 'Slave']),
  },
  {
    dictType: 'mode',
    dictName: '控制模式',
    englishName: 'Control mode',
    enumName: 'mode',
    entries: named(['LOCAL', 'REMOTE', 'AUTO'], ['就地', '远程', '自动'], ['Local', 'Remote', 'Auto']),
  },
  {
    dictType: 'valve_state',
    dictName: '阀位状态',
    englishName: 'Valve position',
    enumName: 'valveState',
    entries: [
      ['CLOSED', '全关', 'Closed'],
      ['OPEN', '全开', 'Open'],
      ['PARTIAL', '部分开启', 'Partly open'],
      ['OPENING', '开启中', 'Opening', 'primary'],
      ['CLOSING', '关闭中', 'Closing', 'primary'],
      ['UNKNOWN', '未知', 'Unknown', 'info'],
    ],
  },
  {
    dictType: 'pump_state',
    dictName: '水泵状态',
    englishName: 'Pump state',
    enumName: 'pumpState',
    entries: [
      ['STOP', '停止', 'Stopped', 'info'],
      ['RUN', '运行', 'Running', 'success'],
      ['FAULT', '故障', 'Fault', 'danger'],
    ],
  },
  {
    dictType: 'quality',
    dictName: '数据质量',
    englishName: 'Data quality',
    enumName: 'quality',
    entries: [
      ['GOOD', '正常', 'Good', 'success'],
      ['SUSPECT', '可疑', 'Suspect', 'warning'],
      ['BAD', '无效', 'Bad', 'danger'],
      ['MANUAL', '人工', 'Manual', 'info'],
    ],
  },
  {
    dictType: 'verdict',
    dictName: '报文结论',
    englishName: 'Frame verdict',
    enumName: 'verdict',
    entries: [
      ['OK', '正常', 'OK', 'success'],
      ['PARTIAL', '部分解析', 'Partly read', 'warning'],
      ['CRC_ERR', '校验错误', 'Checksum error', 'danger'],
      ['DECODE_ERR', '解析失败', 'Not decodable', 'danger'],
      ['UNSUPPORTED', '不支持', 'Unsupported', 'warning'],
      ['UNKNOWN_DEVICE', '未登记', 'Unknown device', 'warning'],
      ['BAD_PASSWORD', '密码错误', 'Wrong password', 'danger'],
      ['BAD_TIME', '时间异常', 'Bad time', 'warning'],
      ['BAD_RANGE', '数值越界', 'Out of range', 'warning'],
      ['BAD_KIND', '数值类型错误', 'Wrong kind of value', 'warning'],
      ['DUPLICATE', '重复', 'Duplicate', 'info'],
    ],
  },
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
      ['UNHANDLED', '未处理', 'Unhandled', 'danger'],
      ['ACKED', '已确认', 'Acknowledged', 'primary'],
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
    dictType: 'command_status',
    dictName: '指令状态',
    englishName: 'Command state',
    enumName: 'commandStatus',
    entries: [
      ['QUEUED', '待确认', 'Waiting'],
      ['SENT', '待确认', 'Waiting'],
      ['ACKNOWLEDGED', '待确认', 'Waiting'],
      ['EXECUTING', '动作中', 'Moving', 'primary'],
      ['EXECUTED', '已确认', 'Confirmed', 'success'],
      ['FAILED', '失败', 'Failed', 'danger'],
      ['TIMEOUT', '未确认', 'Unconfirmed', 'warning'],
      ['EXPIRED', '已过期', 'Expired', 'info'],
      ['CANCELLED', '已取消', 'Cancelled', 'info'],
      ['SUPERSEDED', '被取代', 'Superseded', 'info'],
    ],
  },
  {
    dictType: 'command_source',
    dictName: '指令来源',
    englishName: 'Command source',
    enumName: 'commandSource',
    entries: named(
      ['MANUAL', 'TIMER', 'STRATEGY', 'SCENARIO', 'ORDER', 'API', 'NETTY'],
      ['人工', '定时器', '定时策略', '场景', '订单', '接口', '下发指令'],
      ['Manual', 'Timer', 'Strategy', 'Scenario', 'Order', 'API', 'Command page'],
    ),
  },
  {
    dictType: 'ledger_status',
    dictName: '指令进度',
    englishName: 'Command progress',
    enumName: 'ledgerStatus',
    entries: [
      ['QUEUED', '待确认：排队', 'Waiting: queued'],
      ['SENT', '待确认：已发送', 'Waiting: sent'],
      ['ACKNOWLEDGED', '待确认：已应答', 'Waiting: acknowledged'],
      ['EXECUTING', '动作中', 'Moving', 'primary'],
      ['EXECUTED', '已确认', 'Confirmed', 'success'],
      ['FAILED', '失败', 'Failed', 'danger'],
      ['TIMEOUT', '未确认', 'Unconfirmed', 'warning'],
      ['EXPIRED', '已过期', 'Expired', 'info'],
      ['CANCELLED', '已取消', 'Cancelled', 'info'],
      ['SUPERSEDED', '被取代', 'Superseded', 'info'],
    ],
  },
  {
    dictType: 'result_code',
    dictName: '指令结果',
    englishName: 'Command result',
    enumName: 'resultCode',
    entries: named(
      ['NO_ACK', 'NO_MOTION', 'NOT_REACHED', 'NO_CHANNEL', 'NAK', 'STATE_UNKNOWN', 'UNSUPPORTED', 'OVERTAKEN', 'V05'],
      ['未应答', '未动作', '未到位', '未发出', '设备拒绝', '同站状态未知', '不支持', '被取代', '未到位'],
      [
        'No answer',
        'No motion',
        'Not reached',
        'Not sent',
        'Refused',
        'Station state unknown',
        'Unsupported',
        'Overtaken',
        'Stopped short',
      ],
    ),
  },
  {
    dictType: 'direction',
    dictName: '报文方向',
    englishName: 'Frame direction',
    enumName: 'direction',
    entries: named(['UP', 'DOWN'], ['上行', '下行'], ['Up', 'Down']),
  },
  {
    dictType: 'api_key_state',
    dictName: '接口密钥状态',
    englishName: 'API key state',
    enumName: 'apiKeyState',
    entries: [
      ['ACTIVE', '有效', 'Valid', 'success'],
      ['EXPIRED', '已过期', 'Expired', 'info'],
      ['REVOKED', '已吊销', 'Revoked', 'danger'],
    ],
  },
  {
    dictType: 'login_action',
    dictName: '登录操作',
    englishName: 'Sign-in action',
    enumName: 'loginAction',
    entries: [
      ['LOGIN', '登录', 'Sign-in'],
      ['LOGOUT', '退出', 'Sign-out'],
    ],
  },
  {
    dictType: 'login_outcome',
    dictName: '登录结果',
    englishName: 'Sign-in result',
    enumName: 'outcome',
    entries: [
      ['SUCCESS', '成功', 'Success', 'success'],
      ['FAILURE', '失败', 'Failure', 'danger'],
    ],
  },
  {
    dictType: 'system_level',
    dictName: '系统日志级别',
    englishName: 'System log level',
    enumName: 'systemLevel',
    entries: [
      ['WARN', '警告', 'Warning', 'warning'],
      ['ERROR', '错误', 'Error', 'danger'],
      ['FATAL', '致命', 'Fatal', 'danger'],
    ],
  },
  {
    dictType: 'geo_kind',
    dictName: '地物类型',
    englishName: 'Feature kind',
    enumName: 'geoKind',
    entries: named(
      GEO_KINDS,
      ['水系', '渠道', '管道', '道路', '田块', '居民地', '地名', '区界'],
      ['Water', 'Canal', 'Pipe', 'Road', 'Field', 'Built-up area', 'Place', 'Boundary'],
    ),
  },
  {
    dictType: 'geo_rank',
    dictName: '地物等级',
    englishName: 'Feature rank',
    enumName: 'geoRank',
    entries: named(GEO_RANKS, ['主要', '一般', '次要'], ['Main', 'Branch', 'Minor']),
  },
  {
    dictType: 'geo_flow',
    dictName: '水流方向',
    englishName: 'Flow direction',
    enumName: 'geoFlow',
    entries: named(GEO_FLOWS, ['沿绘制方向', '逆绘制方向', '双向'], ['As drawn', 'Against the drawing', 'Both ways']),
  },
]
