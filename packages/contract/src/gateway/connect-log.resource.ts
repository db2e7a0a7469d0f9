import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import { blockingAt } from './blocked-address.resource.ts'
import { LINE_CAUSES, LINE_EVENTS } from '../telemetry/telemetry.operations.ts'

/** Ends the present connection of a device, which may connect again at once. */
export const endConnection = defineOperation({
  title: ['断开设备连接', 'End the connection of a device'],
  method: 'POST',
  path: '/netty/v1/connectLog/end',
  access: { key: 'connectLog:kick' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'device.endConnection',
  input: z.strictObject({ deviceId: z.string().min(1).max(40) }),
  output: z.literal(true),
})

/**
 * Every connection of a device and its end, read only, for 30 days. Connections of nobody we know are visible to those who
 * see everything.
 */
export const connectLogResource = defineResource({
  name: 'connectLog',
  names: { many: ['连接日志', 'Connection log'], one: ['连接记录', 'connection'] },
  service: 'netty',
  path: 'connectLog',
  table: 'connect_log',
  permission: 'connectLog',
  scope: 'device',
  display: 'remote',
  fields: {
    ts: { kind: 'time', required: true, write: 'never' },
    deviceId: { kind: 'ref', to: 'device', write: 'never' },
    event: { kind: 'enum', enumName: 'lineEvent', values: LINE_EVENTS, required: true, write: 'never' },
    cause: { kind: 'enum', enumName: 'lineCause', values: LINE_CAUSES, write: 'never' },
    /** In the words of the gateway. */
    reason: { kind: 'text', write: 'never' },
    protocol: { kind: 'text', required: true, write: 'never' },
    /** Address and port. */
    remote: { kind: 'text', required: true, write: 'never' },
    /** Of the connection until then. */
    durationS: { kind: 'duration', write: 'never' },
    bytesIn: { kind: 'integer', unit: 'B', required: true, write: 'never' },
    bytesOut: { kind: 'integer', unit: 'B', required: true, write: 'never' },
    /** The same in all lines of one connection. */
    channelId: { kind: 'text', required: true, write: 'never' },
  },
  list: {
    columns: ['ts', 'deviceId', 'event', 'cause', 'remote', 'protocol', 'durationS', 'bytesIn', 'bytesOut'],
    keyword: ['remote', 'channelId'],
    filters: ['deviceId', 'event', 'cause', 'protocol', 'channelId'],
    ranges: ['ts'],
    sorts: ['ts'],
    sort: { field: 'ts', order: 'desc' },
  },
  actions: ['export'],
  rowActions: [
    {
      name: 'kick',
      label: ['断开连接', 'End connection'],
      right: ['断开设备连接', 'End connections of devices'],
      danger: true,
      call: endConnection,
      send: ({ deviceId }) => ({ deviceId }),
      // The others are ends, or connections of nobody.
      suits: ({ deviceId, event }) => deviceId !== null && event === 'REGISTER',
      confirm: {
        text: ({ deviceIdName: name }) => [
          `${name ?? '该设备'}的当前连接将立即断开，设备可以随即重连。确定吗？`,
          `The present connection of ${name ?? 'this device'} ends at once; it may connect again. Continue?`,
        ],
      },
      done: ({ deviceIdName: name }) => [
        `已断开${name ?? '该设备'}的连接`,
        `The connection of ${name ?? 'the device'} has ended`,
      ],
    },
    {
      name: 'block',
      label: ['封禁地址', 'Block address'],
      key: 'blockedAddress:block',
      danger: true,
      suits: ({ remote }) => remote !== '',
      to: ({ remote }) => blockingAt(remote),
    },
  ],
})
export type ConnectLogRow = Row<typeof connectLogResource>

/** More connections than this in 24 hours are told. */
export const FLAPPING_CONNECTIONS = 12

export const flappingDeviceSchema = z.object({
  deviceId: z.string(),
  name: z.string(),
  /** Connections of the last 24 hours. */
  connections: z.int(),
  lastTime: z.string(),
})
export type FlappingDevice = z.output<typeof flappingDeviceSchema>

/** Devices that connected again and again within the last 24 hours, the worst first, at most 20. */
export const flappingDevices = defineOperation({
  title: ['反复上下线的设备', 'Devices that reconnect repeatedly'],
  method: 'GET',
  path: '/netty/v1/connectLog/flapping',
  access: { key: 'connectLog:list' },
  tenant: 'scope',
  input: z.strictObject({}),
  output: z.array(flappingDeviceSchema),
})
