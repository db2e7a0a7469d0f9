import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { defineResource, type Row } from '../machine/resource.ts'

/**
 * Why something a device (or whoever speaks like one) sent was not taken. `PARTIAL` was taken as far as it could be read;
 * `OTHER` says why in `detail`; `MORE` counts what came from a remote, or from all, beyond the rows that are kept.
 */
export const REFUSAL_REASONS = [
  'CHECKSUM',
  'TRUNCATED',
  'INVALID',
  'UNSUPPORTED',
  'PARTIAL',
  'FROM_CENTRE',
  'PACKETS',
  'UNKNOWN_DEVICE',
  'BAD_PASSWORD',
  'HELD_BACK',
  'ADDRESS_NOT_ALLOWED',
  'STILL_CONNECTED',
  'NO_TOKEN',
  'BAD_TOKEN',
  'PROTOCOL_VERSION',
  'NO_IDENTIFICATION',
  'TOO_MANY_FAULTS',
  'BUDGET',
  'STORE_AWAY',
  'OTHER',
  'MORE',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/**
 * What was refused lately, read only: one row per remote address, protocol, reason and device, counted. Those of a known
 * device are seen by whoever sees it, all others by those who see everything.
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
    /** Address without its port; empty in the row that counts what came from anywhere beyond the bounds. */
    remote: { kind: 'text', write: 'never' },
    protocol: { kind: 'text', required: true, write: 'never' },
    reason: { kind: 'enum', enumName: 'refusalReason', values: REFUSAL_REASONS, required: true, write: 'never' },
    /** As what it introduced itself last: a station address. */
    station: { kind: 'text', write: 'never' },
    deviceId: { kind: 'ref', to: 'device', write: 'never' },
    count: { kind: 'integer', required: true, write: 'never' },
    firstTime: { kind: 'time', required: true, write: 'never' },
    /** What the gateway said where `reason` is OTHER. */
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
  method: 'GET',
  path: '/device/v1/device/refusals',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: z.string().min(1).max(40) }),
  output: z.array(deviceRefusalSchema),
})
