import { z } from 'zod'
import { jobStartedSchema } from '../machine/job-run.operations.ts'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery, severalOf } from '../machine/page.ts'
import { typed } from '../machine/field.ts'
import { defineResource } from '../machine/resource.ts'
import { exportSchema } from '../machine/spreadsheet.ts'

export const VERDICTS = [
  'OK',
  /** Kept and confirmed; its content could be read up to an offset only. */
  'PARTIAL',
  'CRC_ERR',
  'DECODE_ERR',
  /** The payload script of its product gave no values of it. */
  'SCRIPT_ERR',
  'UNSUPPORTED',
  'UNKNOWN_DEVICE',
  'BAD_PASSWORD',
  'BAD_TIME',
  'BAD_RANGE',
  'BAD_KIND',
  'DUPLICATE',
] as const
export type Verdict = (typeof VERDICTS)[number]

/**
 * Why a value was stored as BAD: outside its hard range, or not of the metric's kind (`UNKNOWN_WORD` is that of an
 * enum; `NO_VALUE` a null).
 */
export const VALUE_FAULTS = [
  'OUT_OF_RANGE',
  'NOT_NUMBER',
  'NOT_INTEGER',
  'NOT_FLAG',
  'NOT_TEXT',
  'UNKNOWN_WORD',
  'NO_VALUE',
] as const
export type ValueFault = (typeof VALUE_FAULTS)[number]

/** At most so many of a message's bad values are named. */
export const NAMED_VALUE_FAULTS = 12

const DIRECTIONS = ['UP', 'DOWN'] as const

export const messageSchema = z.object({
  id: z.string(),
  ts: z.string(),
  direction: z.enum(DIRECTIONS),
  protocol: z.string(),
  func: z.string().nullable(),
  length: z.int(),
  result: z.enum(VERDICTS),
  /** Of values that are stored as BAD, by key; the first ones, `more` says how many others there are. */
  badValues: z.object({
    named: z.array(z.object({ key: z.string(), fault: z.enum(VALUE_FAULTS) })).max(NAMED_VALUE_FAULTS),
    more: z.int(),
  }),
  hex: z.string(),
  decoded: z.unknown(),
})
export type DeviceMessage = z.output<typeof messageSchema>

const deviceId = z.string().min(1).max(40)
const instant = z.iso.datetime({ offset: true }).optional()

/** Raw frames of a device, newest first unless `order` says otherwise, decoded on reading. */
export const messagePage = defineOperation({
  method: 'GET',
  path: '/device/v1/device/messages',
  access: { key: 'device:message' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({
    ...pageQuery,
    deviceId,
    result: severalOf(z.enum(VERDICTS)).optional(),
    direction: severalOf(z.enum(DIRECTIONS)).optional(),
    startTime: instant,
    endTime: instant,
    sort: z.literal('ts').optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  output: pageOf(messageSchema),
})

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
  pagePath: messagePage.path,
  answers: typed<DeviceMessage>(),
})

/** Writes the frames of one device that a search finds into a sheet, as background work. */
export const exportMessages = defineOperation({
  method: 'POST',
  path: '/device/v1/message/export',
  access: { key: 'message:export' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'message.export',
  input: exportSchema(messageResource).extend({ deviceId }),
  output: jobStartedSchema,
})
