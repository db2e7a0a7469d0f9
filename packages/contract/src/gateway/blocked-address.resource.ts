import { z } from 'zod'
import type { ActionOfList, ActionOfRow } from '../machine/action.ts'
import { defineOperation } from '../machine/operation.ts'
import { defineResource, type Row } from '../machine/resource.ts'

/** Entries of the list, ended ones included. */
export const BLOCKED_MOST = 500
/** The longest time an address is blocked for, if not for good. */
export const BLOCK_MAX_MIN = 365 * 24 * 60

const network = z.string().trim().min(2).max(60)

/**
 * Takes no connection of devices from an address or a network (`203.0.113.7`, `10.1.0.0/16`, `2001:db8::/48`), and ends
 * those that are open. `minutes` null: for good. What is blocked already gets the new reason and time. Where known
 * devices connect from there, it is done only with `confirmed`.
 */
export const blockAddress = defineOperation({
  title: ['封禁设备来源地址', 'Block an address of devices'],
  method: 'POST',
  path: '/netty/v1/blocked/block',
  access: { key: 'blockedAddress:block' },
  callers: 'people',
  tenant: 'everything',
  audit: 'blockedAddress.block',
  input: z.strictObject({
    network,
    reason: z.string().trim().min(1).max(200),
    minutes: z.int().min(1).max(BLOCK_MAX_MIN).nullable(),
    confirmed: z.boolean().optional(),
  }),
  output: z.object({ id: z.string(), network: z.string() }),
})

/** Takes connections from there again, within seconds. */
export const unblockAddress = defineOperation({
  title: ['解除地址封禁', 'Unblock an address'],
  method: 'POST',
  path: '/netty/v1/blocked/unblock',
  access: { key: 'blockedAddress:unblock' },
  callers: 'people',
  tenant: 'everything',
  audit: 'blockedAddress.unblock',
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  output: z.literal(true),
})

/** Why a network cannot be blocked: it is none, is wider than a /8 or a /16 of IPv6, or holds a load balancer of ours. */
export const BLOCK_PROBLEMS = ['format', 'network-too-wide', 'holds-a-proxy'] as const

/** What blocking would do. `devices`: registered devices that connected from there within the last 7 days. */
export const previewBlock = defineOperation({
  title: ['查看封禁的影响', 'What blocking an address would do'],
  method: 'GET',
  path: '/netty/v1/blocked/preview',
  access: { key: 'blockedAddress:block' },
  callers: 'people',
  tenant: 'everything',
  silent: true,
  input: z.strictObject({ network: z.string().max(60) }),
  output: z.object({
    /** As it would be listed; null where it cannot be. */
    network: z.string().nullable(),
    problem: z.enum(BLOCK_PROBLEMS).nullable(),
    devices: z.int(),
    /** Of the latest five. */
    names: z.array(z.string()),
  }),
})

const STATES = ['ACTIVE', 'ENDED'] as const

/** Addresses that are kept out, for those who see every department: a device of any of them may connect from there. */
export const blockedAddressResource = defineResource({
  name: 'blockedAddress',
  names: { many: ['封禁地址', 'Blocked addresses'], one: ['封禁地址', 'blocked address'] },
  service: 'netty',
  path: 'blocked',
  table: 'blocked_address',
  permission: 'blockedAddress',
  scope: 'platform',
  display: 'network',
  fields: {
    network: { kind: 'text', label: ['地址或网段', 'Address or network'], required: true, write: 'never' },
    state: {
      kind: 'enum',
      enumName: 'blockState',
      values: STATES,
      label: ['状态', 'State'],
      required: true,
      write: 'never',
    },
    reason: { kind: 'longText', label: ['原因', 'Reason'], required: true, write: 'never' },
    byName: { kind: 'text', label: ['封禁人', 'Blocked by'], required: true, write: 'never' },
    createTime: { kind: 'time', label: ['封禁时间', 'Since'], required: true, write: 'never' },
    /** Null: for good. */
    untilTime: { kind: 'time', label: ['封禁至', 'Until'], write: 'never' },
    hits: { kind: 'integer', label: ['拦截次数', 'Refused'], required: true, write: 'never' },
    lastHitTime: { kind: 'time', label: ['最近拦截', 'Last refused'], write: 'never' },
  },
  list: {
    columns: ['network', 'state', 'reason', 'byName', 'createTime', 'untilTime', 'hits', 'lastHitTime'],
    keyword: ['network', 'reason', 'byName'],
    sort: { field: 'createTime', order: 'desc' },
  },
  actions: ['export'],
  rowActions: [
    {
      name: 'unblock',
      label: ['解除封禁', 'Unblock'],
      right: ['解除地址封禁', 'Unblock addresses'],
      call: unblockAddress,
      confirm: {
        text: ({ network: of }) => [
          `解除后，来自 ${of} 的设备连接几秒内恢复受理。确定吗？`,
          `Connections from ${of} are taken again within seconds. Continue?`,
        ],
      },
      done: ({ network: of }) => [`已解除对 ${of} 的封禁`, `${of} is no longer blocked`],
    },
  ] satisfies readonly ActionOfRow<{ network: string }>[],
  listActions: [
    {
      name: 'block',
      label: ['封禁地址', 'Block address'],
      right: ['封禁设备来源地址', 'Block addresses of devices'],
      form: blockAddress,
    },
  ] satisfies readonly ActionOfList[],
})
export type BlockedAddressRow = Row<typeof blockedAddressResource>

/** Where an address is blocked: the form on the screen of the list, filled in. */
export function blockingAt(remote: string): string {
  return `/netty/blocked?block=${encodeURIComponent(remote)}`
}
