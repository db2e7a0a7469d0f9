import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import { blockingAt } from './blocked-address.resource.ts'

/**
 * Why something from a device (or a sender that claims to be one) was not accepted. `PARTIAL` was accepted as far as it
 * could be read; `OTHER`, `SCRIPT`, `PROVISION` and `UNKNOWN_PROTOCOL` have their reason in `detail`; `MORE` counts refusals of a remote, or of all, beyond the stored
 * rows.
 */
export const REFUSAL_REASONS = [
  'CHECKSUM',
  'TRUNCATED',
  'INVALID',
  'UNSUPPORTED',
  'SCRIPT',
  'PARTIAL',
  'FROM_CENTRE',
  'PACKETS',
  'UNKNOWN_DEVICE',
  'BAD_PASSWORD',
  'HELD_BACK',
  'ADDRESS_NOT_ALLOWED',
  'BLOCKED',
  'STILL_CONNECTED',
  'NO_TOKEN',
  'BAD_TOKEN',
  'BAD_CERTIFICATE',
  'PROVISION',
  'PROTOCOL_VERSION',
  'UNKNOWN_PROTOCOL',
  'NO_IDENTIFICATION',
  'TOO_MANY_FAULTS',
  'BUDGET',
  'STORE_AWAY',
  'OTHER',
  'MORE',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/**
 * Recent refusals, read only: one row per remote address, protocol, reason and device, with a count. Those of a known
 * device are visible to everyone who sees it, all others to those who see everything.
 */
export const refusalResource = defineResource({
  name: 'refusal',
  names: { many: ['拒收记录', 'Refusals'], one: ['拒收记录', 'refusal'] },
  service: 'device',
  path: 'refusal',
  table: 'refusal',
  permission: 'refusal',
  scope: 'device',
  display: 'remote',
  fields: {
    lastTime: { kind: 'time', required: true, write: 'never' },
    /** Address without its port; empty in the row that counts refusals of any address beyond the limits. */
    remote: { kind: 'text', write: 'never' },
    protocol: { kind: 'text', required: true, write: 'never' },
    reason: { kind: 'enum', enumName: 'refusalReason', values: REFUSAL_REASONS, required: true, write: 'never' },
    /** The station address that the sender last claimed. */
    station: { kind: 'text', write: 'never' },
    deviceId: { kind: 'ref', to: 'device', write: 'never' },
    count: { kind: 'integer', required: true, write: 'never' },
    firstTime: { kind: 'time', required: true, write: 'never' },
    /** The gateway's text where `reason` is OTHER. */
    detail: { kind: 'text', write: 'never' },
    /** The bytes of the last one, and where in them it went wrong. */
    hex: { kind: 'longText', write: 'never' },
    byteAt: { kind: 'integer', write: 'never' },
  },
  list: {
    columns: ['lastTime', 'remote', 'protocol', 'reason', 'station', 'deviceId', 'count', 'firstTime'],
    keyword: ['remote', 'station'],
    filters: ['reason', 'protocol', 'deviceId'],
    ranges: ['lastTime'],
    sort: { field: 'lastTime', order: 'desc' },
  },
  actions: ['export'],
  rowActions: [
    {
      name: 'block',
      label: ['封禁地址', 'Block address'],
      key: 'blockedAddress:block',
      danger: true,
      suits: ({ remote }) => remote !== null && remote !== '',
      to: ({ remote }) => blockingAt(remote ?? ''),
    },
  ],
})
export type RefusalRow = Row<typeof refusalResource>

export const deviceRefusalSchema = z.object({
  lastTime: z.string(),
  remote: z.string(),
  reason: z.enum(REFUSAL_REASONS),
  count: z.int(),
})
export type DeviceRefusal = z.output<typeof deviceRefusalSchema>

/** The latest refusals of one device, newest first, at most ten; without bytes, which may hold a password. */
export const deviceRefusals = defineOperation({
  title: ['设备被拒的报文', 'Refusals of a device'],
  method: 'GET',
  path: '/device/v1/device/refusals',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: z.string().min(1).max(40) }),
  output: z.array(deviceRefusalSchema),
})
