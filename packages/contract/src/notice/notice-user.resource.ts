import { ALARM_HM } from '../fault/alarm-bounds.ts'
import { LANGUAGES } from '../machine/language.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import { DEVICE_TYPE_CODES } from '../registry/device-type-code.ts'
import { CHANNEL_KINDS } from './channel-kind.ts'
import { testNoticeUser } from './notice-user-test.operations.ts'

/** Levels of faults as people choose several of them. */
export const FAULT_LEVELS = ['1', '2', '3', '4'] as const
export type FaultLevel = (typeof FAULT_LEVELS)[number]

const HM = { kind: 'text', max: 5, pattern: ALARM_HM } as const

/** A telephone number, also of another country. */
const PHONE = '\\+?[0-9][0-9 -]{4,18}'
const EMAIL = '[^@\\s]+@[^@\\s]+\\.[^@\\s]+'

/**
 * Who hears of faults (domain 6.2): of the devices of their department and those below it. What they choose nothing of
 * does not narrow it: no levels are all levels.
 */
export const noticeUserResource = defineResource({
  name: 'noticeUser',
  names: { many: ['通知人', 'People to tell'], one: ['通知人', 'person to tell'] },
  service: 'device',
  path: 'noticeUser',
  called: { del: 'delete' },
  table: 'notice_user',
  permission: 'noticeUser',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['姓名', 'Name'], required: true, max: 50 },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true },
    /** The account that is told in the application. */
    userId: { kind: 'ref', to: 'user', label: ['账号', 'Account'] },
    phone: { kind: 'text', label: ['电话', 'Telephone'], max: 20, pattern: PHONE },
    email: { kind: 'text', label: ['邮箱', 'Email'], max: 120, pattern: EMAIL },
    wechatOpenId: { kind: 'text', label: ['微信 OpenID', 'WeChat OpenID'], max: 64, pattern: '[A-Za-z0-9_-]+' },
    language: {
      kind: 'enum',
      label: ['语言', 'Language'],
      enumName: 'language',
      values: LANGUAGES,
      fallback: 'zh-CN',
    },
    channels: {
      kind: 'enums',
      label: ['渠道', 'Channels'],
      enumName: 'channelKind',
      values: CHANNEL_KINDS,
      called: { sms: 'SMS', mail: 'EMAIL', wechat: 'WECHAT' },
      required: true,
    },
    levels: { kind: 'enums', label: ['级别', 'Levels'], enumName: 'level', values: FAULT_LEVELS },
    deviceTypes: {
      kind: 'enums',
      label: ['设备类型', 'Device types'],
      enumName: 'deviceType',
      values: DEVICE_TYPE_CODES,
    },
    areaIds: { kind: 'refs', to: 'area', label: ['区域', 'Areas'] },
    quietFrom: { ...HM, label: ['安静时段从', 'Quiet from'] },
    quietTo: { ...HM, label: ['安静时段到', 'Quiet to'] },
    enabled: { kind: 'boolean', label: ['启用', 'Enabled'] },
    remark: { kind: 'longText', label: ['备注', 'Remark'], max: 300 },
  },
  list: {
    columns: [
      'name',
      'deptId',
      'userId',
      'phone',
      'channels',
      'levels',
      'deviceTypes',
      'quietFrom',
      'quietTo',
      'enabled',
    ],
    keyword: ['name', 'phone', 'email'],
    filters: ['deptId', 'channels', 'levels', 'enabled'],
    sorts: ['name', 'enabled'],
    sort: { field: 'name', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  rowActions: [
    {
      name: 'test',
      label: ['试发', 'Send a test'],
      right: ['试发给通知人', 'Send tests to people'],
      form: testNoticeUser,
    },
  ],
})
export type NoticeUserRow = Row<typeof noticeUserResource>
