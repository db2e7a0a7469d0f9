import { typed } from '../machine/field.ts'
import { defineResource } from '../machine/resource.ts'
import type { DeviceMessage } from './message.operations.ts'
import { DIRECTIONS, MESSAGE_PAGE, VERDICTS } from './message-verdict.ts'

/** The frames of one device as a list, read only. They lie in the order of their time, and are read in no other. */
export const messageResource = defineResource({
  name: 'message',
  names: { many: ['报文', 'Frames'], one: ['报文', 'frames'] },
  service: 'device',
  path: 'message',
  table: 'device_message',
  permission: 'message',
  scope: 'device',
  display: 'ts',
  fields: {
    deviceId: { kind: 'ref', to: 'device', required: true, write: 'never' },
    ts: { kind: 'time', required: true, write: 'never' },
    direction: { kind: 'enum', enumName: 'direction', values: DIRECTIONS, required: true, write: 'never' },
    protocol: { kind: 'text', required: true, write: 'never' },
    func: { kind: 'text', named: 'func', write: 'never' },
    length: { kind: 'integer', unit: 'B', required: true, write: 'never' },
    result: { kind: 'enum', enumName: 'verdict', values: VERDICTS, required: true, write: 'never' },
    hex: { kind: 'longText', required: true, write: 'never' },
    decoded: { kind: 'json', write: 'never' },
  },
  list: {
    columns: ['ts', 'direction', 'func', 'length', 'result', 'hex'],
    filters: ['result', 'direction', 'deviceId'],
    ranges: ['ts'],
    sorts: ['ts'],
    sort: { field: 'ts', order: 'desc' },
  },
  actions: ['export'],
  pagePath: MESSAGE_PAGE,
  answers: typed<DeviceMessage>(),
})
