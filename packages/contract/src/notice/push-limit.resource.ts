import { defineResource, type Row } from '../machine/resource.ts'
import { CHANNEL_KINDS } from './channel-kind.ts'

const NUMBER = { kind: 'integer', min: 0, max: 1_000_000 } as const

/**
 * How much may go out of each channel: messages of one person in an hour, beyond which further faults wait in one message,
 * and messages of a day where each costs money. Nothing is without a limit. A fault of level 4 meets none of them; its messages are sent
 * and counted.
 */
export const pushLimitResource = defineResource({
  name: 'pushLimit',
  names: { many: ['推送额度', 'Push limits'], one: ['推送额度', 'push limit'] },
  service: 'device',
  path: 'pushLimit',
  table: 'push_limit',
  permission: 'pushLimit',
  scope: 'platform',
  display: 'channel',
  fields: {
    channel: {
      kind: 'enum',
      label: ['渠道', 'Channel'],
      enumName: 'channelKind',
      values: CHANNEL_KINDS,
      required: true,
      write: 'never',
    },
    personHourly: { ...NUMBER, label: ['每人每小时', 'Per person and hour'] },
    deptDaily: { ...NUMBER, label: ['每部门每天', 'Per department and day'] },
    totalDaily: { ...NUMBER, label: ['全平台每天', 'Whole platform per day'] },
    /** With those of level 4 it may be beyond the limits. */
    sentToday: { kind: 'integer', label: ['今日已发', 'Sent today'], required: true, write: 'never' },
  },
  list: {
    columns: ['channel', 'personHourly', 'deptDaily', 'totalDaily', 'sentToday'],
    sort: { field: 'channel', order: 'asc' },
  },
  actions: ['update', 'export'],
})
export type PushLimitRow = Row<typeof pushLimitResource>
