import { GEO_FLOWS, GEO_KINDS, GEO_RANKS } from '../geography/geo-feature.resource.ts'
import type { ListClass } from './dict-entry.resource.ts'

/** An entry the program brings: value, Chinese word, colour of its tag. */
export type BuiltInEntry = readonly [value: string, label: string, listClass?: ListClass]

export interface BuiltInType {
  dictType: string
  dictName: string
  /** Name of the contract's enum it speaks for; its words are those of the console (a test holds them together). */
  enumName?: string
  entries: readonly BuiltInEntry[]
}

function named(values: readonly string[], labels: readonly string[]): BuiltInEntry[] {
  return values.map((value, at) => [value, labels[at]!])
}

const STATUS: readonly BuiltInEntry[] = [
  ['NORMAL', '正常', 'success'],
  ['DISABLED', '停用', 'info'],
]

/** One dictionary for each enum of the contract (domain 15.5) and those that administration and office use (DC-6). */
export const BUILT_IN_DICTIONARIES: readonly BuiltInType[] = [
  {
    dictType: 'sex',
    dictName: '性别',
    enumName: 'sex',
    entries: [
      ['MALE', '男'],
      ['FEMALE', '女'],
      ['UNKNOWN', '未知', 'info'],
    ],
  },
  {
    dictType: 'user_status',
    dictName: '用户状态',
    enumName: 'userStatus',
    entries: [...STATUS, ['LOCKED', '锁定', 'warning']],
  },
  { dictType: 'status', dictName: '通用状态', enumName: 'status', entries: STATUS },
  { dictType: 'role_status', dictName: '角色状态', enumName: 'status', entries: STATUS },
  { dictType: 'dept_status', dictName: '部门状态', enumName: 'status', entries: STATUS },
  { dictType: 'res_status', dictName: '资源状态', enumName: 'status', entries: STATUS },
  {
    dictType: 'dict_status',
    dictName: '字典状态',
    entries: [
      ['0', '正常', 'success'],
      ['1', '停用', 'info'],
    ],
  },
  {
    dictType: 'resource_type',
    dictName: '资源类型',
    entries: [
      ['1', '目录', 'primary'],
      ['2', '菜单', 'success'],
      ['3', '按钮', 'info'],
    ],
  },
  {
    dictType: 'data_scope',
    dictName: '数据范围',
    enumName: 'dataScope',
    entries: [
      ['ALL', '全部数据'],
      ['CUSTOM', '指定部门'],
      ['DEPT', '本部门'],
      ['SUBTREE', '本部门及下级'],
      ['SELF', '仅本人'],
    ],
  },
  {
    dictType: 'dept_kind',
    dictName: '部门类型',
    enumName: 'deptKind',
    entries: named(['PLATFORM', 'AGENT', 'CUSTOMER', 'INTERNAL'], ['平台', '代理商', '客户', '内部部门']),
  },
  {
    dictType: 'http_method',
    dictName: '请求方式',
    entries: [
      ['GET', 'GET', 'success'],
      ['POST', 'POST', 'primary'],
      ['PUT', 'PUT', 'warning'],
      ['DELETE', 'DELETE', 'danger'],
    ],
  },
  {
    dictType: 'flow_type',
    dictName: '流程对象',
    entries: [
      ['1', '用户'],
      ['2', '角色'],
      ['3', '部门'],
    ],
  },
  {
    dictType: 'leave_type',
    dictName: '请假类型',
    entries: [
      ['PERSONAL', '事假'],
      ['SICK', '病假'],
      ['MARRIAGE', '婚假'],
      ['BEREAVEMENT', '丧假'],
      ['MATERNITY', '产假'],
      ['PATERNITY', '陪产假'],
    ],
  },
  {
    dictType: 'list_class',
    dictName: '标签样式',
    enumName: 'listClass',
    entries: [
      ['primary', '主题', 'primary'],
      ['success', '成功', 'success'],
      ['info', '信息', 'info'],
      ['warning', '警告', 'warning'],
      ['danger', '危险', 'danger'],
    ],
  },
  {
    dictType: 'language',
    dictName: '语言',
    enumName: 'language',
    entries: [
      ['zh-CN', '中文'],
      ['en-US', 'English'],
    ],
  },
  {
    dictType: 'device_status',
    dictName: '设备状态',
    enumName: 'deviceStatus',
    entries: [
      ['INACTIVE', '未激活', 'info'],
      ['ONLINE', '在线', 'success'],
      ['OFFLINE', '离线', 'info'],
      ['DISABLED', '停用', 'info'],
    ],
  },
  {
    dictType: 'device_type',
    dictName: '设备类型',
    enumName: 'deviceType',
    entries: [
      ['VALVE', '阀门'],
      ['LAMP', '路灯'],
      ['TEMP', '温度'],
      ['LORAWAN', 'LoRaWAN'],
      ['HYDRANT', '给水栓'],
      ['PUMP', '水泵'],
      ['IRRIGATION', '灌溉'],
      ['COVER', '井盖'],
      ['WATER_CONTROLLER', '水控机'],
      ['GATEWAY', '网关'],
      ['SENSOR', '传感器'],
      ['CAMERA', '摄像头'],
      ['COMPRESSOR', '空压机'],
      ['CARWASH', '洗车机'],
      ['RELIC', '文物'],
      ['WEATHER', '气象站'],
    ],
  },
  {
    dictType: 'node_kind',
    dictName: '节点类型',
    enumName: 'nodeKind',
    entries: named(['DIRECT', 'GATEWAY', 'SLAVE'], ['直连', '主机', '从机']),
  },
  {
    dictType: 'mode',
    dictName: '控制模式',
    enumName: 'mode',
    entries: named(['LOCAL', 'REMOTE', 'AUTO'], ['就地', '远程', '自动']),
  },
  {
    dictType: 'valve_state',
    dictName: '阀位状态',
    enumName: 'valveState',
    entries: [
      ['CLOSED', '全关'],
      ['OPEN', '全开'],
      ['PARTIAL', '部分开启'],
      ['OPENING', '开启中', 'primary'],
      ['CLOSING', '关闭中', 'primary'],
      ['UNKNOWN', '未知', 'info'],
    ],
  },
  {
    dictType: 'pump_state',
    dictName: '水泵状态',
    enumName: 'pumpState',
    entries: [
      ['STOP', '停止', 'info'],
      ['RUN', '运行', 'success'],
      ['FAULT', '故障', 'danger'],
    ],
  },
  {
    dictType: 'quality',
    dictName: '数据质量',
    enumName: 'quality',
    entries: [
      ['GOOD', '正常', 'success'],
      ['SUSPECT', '可疑', 'warning'],
      ['BAD', '无效', 'danger'],
      ['MANUAL', '人工', 'info'],
    ],
  },
  {
    dictType: 'verdict',
    dictName: '报文结论',
    enumName: 'verdict',
    entries: [
      ['OK', '正常', 'success'],
      ['CRC_ERR', '校验错误', 'danger'],
      ['DECODE_ERR', '解析失败', 'danger'],
      ['UNSUPPORTED', '不支持', 'warning'],
      ['UNKNOWN_DEVICE', '未登记', 'warning'],
      ['BAD_PASSWORD', '密码错误', 'danger'],
      ['BAD_TIME', '时间异常', 'warning'],
      ['BAD_RANGE', '数值越界', 'warning'],
      ['BAD_KIND', '数值类型错误', 'warning'],
      ['DUPLICATE', '重复', 'info'],
    ],
  },
  {
    dictType: 'condition_state',
    dictName: '故障状态',
    enumName: 'conditionState',
    entries: [
      ['ACTIVE', '未恢复', 'danger'],
      ['CLEARED', '已恢复', 'success'],
    ],
  },
  {
    dictType: 'handle_state',
    dictName: '处理状态',
    enumName: 'handleState',
    entries: [
      ['UNHANDLED', '未处理', 'danger'],
      ['ACKED', '已确认', 'primary'],
      ['PROCESSING', '处理中', 'primary'],
      ['RESOLVED', '已处理', 'success'],
      ['CLOSED', '已关闭', 'info'],
      ['IGNORED', '已忽略', 'info'],
    ],
  },
  {
    dictType: 'level',
    dictName: '故障等级',
    enumName: 'level',
    entries: [
      ['1', '提示', 'info'],
      ['2', '一般', 'warning'],
      ['3', '严重', 'danger'],
      ['4', '紧急', 'danger'],
    ],
  },
  {
    dictType: 'command_status',
    dictName: '指令状态',
    enumName: 'commandStatus',
    entries: [
      ['QUEUED', '待确认'],
      ['SENT', '待确认'],
      ['ACKNOWLEDGED', '待确认'],
      ['EXECUTING', '动作中', 'primary'],
      ['EXECUTED', '已确认', 'success'],
      ['FAILED', '失败', 'danger'],
      ['TIMEOUT', '未确认', 'warning'],
      ['EXPIRED', '已过期', 'info'],
      ['CANCELLED', '已取消', 'info'],
      ['SUPERSEDED', '被取代', 'info'],
    ],
  },
  {
    dictType: 'command_source',
    dictName: '指令来源',
    enumName: 'commandSource',
    entries: named(
      ['MANUAL', 'TIMER', 'STRATEGY', 'SCENARIO', 'ORDER', 'API', 'NETTY'],
      ['人工', '定时器', '定时策略', '场景', '订单', '接口', '下发指令'],
    ),
  },
  {
    dictType: 'ledger_status',
    dictName: '指令进度',
    enumName: 'ledgerStatus',
    entries: [
      ['QUEUED', '待确认：排队'],
      ['SENT', '待确认：已发送'],
      ['ACKNOWLEDGED', '待确认：已应答'],
      ['EXECUTING', '动作中', 'primary'],
      ['EXECUTED', '已确认', 'success'],
      ['FAILED', '失败', 'danger'],
      ['TIMEOUT', '未确认', 'warning'],
      ['EXPIRED', '已过期', 'info'],
      ['CANCELLED', '已取消', 'info'],
      ['SUPERSEDED', '被取代', 'info'],
    ],
  },
  {
    dictType: 'result_code',
    dictName: '指令结果',
    enumName: 'resultCode',
    entries: named(
      ['NO_ACK', 'NO_MOTION', 'NOT_REACHED', 'NO_CHANNEL', 'NAK', 'STATE_UNKNOWN', 'UNSUPPORTED', 'OVERTAKEN', 'V05'],
      ['未应答', '未动作', '未到位', '未发出', '设备拒绝', '同站状态未知', '不支持', '被取代', '未到位'],
    ),
  },
  {
    dictType: 'direction',
    dictName: '报文方向',
    enumName: 'direction',
    entries: named(['UP', 'DOWN'], ['上行', '下行']),
  },
  {
    dictType: 'api_key_state',
    dictName: '接口密钥状态',
    enumName: 'apiKeyState',
    entries: [
      ['ACTIVE', '有效', 'success'],
      ['EXPIRED', '已过期', 'info'],
      ['REVOKED', '已吊销', 'danger'],
    ],
  },
  {
    dictType: 'login_action',
    dictName: '登录操作',
    enumName: 'loginAction',
    entries: [
      ['LOGIN', '登录'],
      ['LOGOUT', '退出'],
    ],
  },
  {
    dictType: 'login_outcome',
    dictName: '登录结果',
    enumName: 'outcome',
    entries: [
      ['SUCCESS', '成功', 'success'],
      ['FAILURE', '失败', 'danger'],
    ],
  },
  {
    dictType: 'system_level',
    dictName: '系统日志级别',
    enumName: 'systemLevel',
    entries: [
      ['WARN', '警告', 'warning'],
      ['ERROR', '错误', 'danger'],
      ['FATAL', '致命', 'danger'],
    ],
  },
  {
    dictType: 'geo_kind',
    dictName: '地物类型',
    enumName: 'geoKind',
    entries: named(GEO_KINDS, ['水系', '渠道', '管道', '道路', '田块', '居民地', '地名', '区界']),
  },
  {
    dictType: 'geo_rank',
    dictName: '地物等级',
    enumName: 'geoRank',
    entries: named(GEO_RANKS, ['主要', '一般', '次要']),
  },
  {
    dictType: 'geo_flow',
    dictName: '水流方向',
    enumName: 'geoFlow',
    entries: named(GEO_FLOWS, ['沿绘制方向', '逆绘制方向', '双向']),
  },
]
