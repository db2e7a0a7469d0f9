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
    deviceName: { kind: 'text', write: 'never' },
    code: { kind: 'text', named: 'fault', write: 'never' },
    faults: { kind: 'integer', required: true, write: 'never' },
    level: {
      kind: 'integer',
      min: 1,
      max: 4,
      named: 'enum.level',
      required: true,
      write: 'never',
    },
    /** The rule by which the worst of its faults was told; none where no rule suits. */
    ruleId: { kind: 'ref', to: 'pushRule', write: 'never' },
    noticeUserId: { kind: 'ref', to: 'noticeUser', required: true, write: 'never' },
    /** As it is now. */
    noticeUserName: { kind: 'text', write: 'never' },
    deptId: { kind: 'ref', to: 'dept', required: true, write: 'never' },
    channel: {
      kind: 'enum',
      enumName: 'channelKind',
      values: CHANNEL_KINDS,
      required: true,
      write: 'never',
    },
    content: { kind: 'longText', write: 'never' },
    status: {
      kind: 'enum',
      enumName: 'pushStatus',
      values: PUSH_STATUSES,
      required: true,
      write: 'never',
    },
    reason: { kind: 'enum', enumName: 'pushReason', values: PUSH_REASONS, write: 'never' },
    /** What the other side said. */
    error: { kind: 'longText', write: 'never' },
    /** Somebody tried whether the person is reached; it tells of no fault. */
    test: { kind: 'boolean', required: true, write: 'never' },
    attempts: { kind: 'integer', required: true, write: 'never' },
    dueTime: { kind: 'time', required: true, write: 'never' },
    sentTime: { kind: 'time', write: 'never' },
    readTime: { kind: 'time', write: 'never' },
    takenTime: { kind: 'time', write: 'never' },
  },
  list: {
    columns: [
      'dueTime',
      'noticeUserId',
      'channel',
      'level',
      'status',
      'attempts',
      'deviceName',
      'code',
      'faults',
      'ruleId',
      'sentTime',
      'readTime',
      'takenTime',
      'reason',
      'error',
      'content',
    ],
    keyword: ['noticeUserName', 'content'],
    filters: ['noticeUserId', 'channel', 'status', 'reason', 'level', 'deptId', 'test'],
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
      suits: ({ status, test }) => !test && (status === 'FAILED' || status === 'DROPPED'),
      done: (_row, n) =>
        n === 1 ? ['已排队重发', 'Queued to be sent again'] : [`${n} 条已排队重发`, `${n} queued to be sent again`],
    },
  ],
})
export type PushRecordRow = Row<typeof pushRecordResource>
