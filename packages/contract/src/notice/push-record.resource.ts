import { defineResource, type Row } from '../machine/resource.ts'
import { CHANNEL_KINDS } from './channel-kind.ts'
import { resendPush } from './push-resend.operations.ts'
import { PUSH_REASONS, PUSH_STATUSES } from './push-status.ts'

/** What was told, to whom, by what, and what became of it (domain 6.2): one row for each person, channel and storm. */
export const pushRecordResource = defineResource({
  name: 'pushRecord',
  names: { many: ['推送记录', 'Push records'], one: ['推送记录', 'push record'] },
  service: 'device',
  path: 'pushRecord',
  table: 'push_message',
  permission: 'pushRecord',
  scope: 'dept',
  display: 'noticeUserName',
  fields: {
    /** The worst of its faults, and how many it tells of. */
    deviceName: { kind: 'text', label: ['设备', 'Device'], write: 'never' },
    code: { kind: 'text', label: ['故障', 'Fault'], named: 'fault', write: 'never' },
    faults: { kind: 'integer', label: ['故障数', 'Faults'], required: true, write: 'never' },
    level: {
      kind: 'integer',
      label: ['级别', 'Level'],
      min: 1,
      max: 4,
      named: 'enum.level',
      required: true,
      write: 'never',
    },
    noticeUserId: { kind: 'ref', to: 'noticeUser', label: ['通知人', 'Told'], required: true, write: 'never' },
    /** As it is now. */
    noticeUserName: { kind: 'text', label: ['姓名', 'Name'], write: 'never' },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true, write: 'never' },
    channel: {
      kind: 'enum',
      label: ['渠道', 'Channel'],
      enumName: 'channelKind',
      values: CHANNEL_KINDS,
      required: true,
      write: 'never',
    },
    content: { kind: 'longText', label: ['内容', 'Content'], write: 'never' },
    status: {
      kind: 'enum',
      label: ['状态', 'Status'],
      enumName: 'pushStatus',
      values: PUSH_STATUSES,
      required: true,
      write: 'never',
    },
    reason: { kind: 'enum', label: ['原因', 'Reason'], enumName: 'pushReason', values: PUSH_REASONS, write: 'never' },
    /** What the other side said. */
    error: { kind: 'longText', label: ['对方的回答', 'Answer of the other side'], write: 'never' },
    attempts: { kind: 'integer', label: ['尝试', 'Attempts'], required: true, write: 'never' },
    dueTime: { kind: 'time', label: ['应发', 'Due'], required: true, write: 'never' },
    sentTime: { kind: 'time', label: ['发出', 'Sent'], write: 'never' },
    readTime: { kind: 'time', label: ['已读', 'Read'], write: 'never' },
    takenTime: { kind: 'time', label: ['已接', 'Taken'], write: 'never' },
  },
  list: {
    columns: [
      'dueTime',
      'noticeUserId',
      'channel',
      'level',
      'deviceName',
      'code',
      'faults',
      'content',
      'status',
      'reason',
      'error',
      'sentTime',
    ],
    keyword: ['content'],
    filters: ['noticeUserId', 'channel', 'status', 'reason', 'level', 'deptId'],
    ranges: ['dueTime'],
    sorts: ['dueTime', 'sentTime', 'status', 'level'],
    sort: { field: 'dueTime', order: 'desc' },
  },
  actions: ['export'],
  rowActions: [
    {
      name: 'resend',
      label: ['重发', 'Send again'],
      right: ['重发推送', 'Send pushes again'],
      on: ['row', 'selection'],
      call: resendPush,
      send: ({ id, version }) => ({ id, version }),
      suits: ({ status }) => status === 'FAILED' || status === 'DROPPED',
      done: (_row, n) =>
        n === 1 ? ['已排队重发', 'Queued to be sent again'] : [`${n} 条已排队重发`, `${n} queued to be sent again`],
    },
  ],
})
export type PushRecordRow = Row<typeof pushRecordResource>
