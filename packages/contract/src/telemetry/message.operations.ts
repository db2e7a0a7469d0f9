import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery, severalOf } from '../machine/page.ts'
import { DIRECTIONS, MESSAGE_PAGE, NAMED_VALUE_FAULTS, VALUE_FAULTS, VERDICTS } from './message-verdict.ts'

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
  title: ['报文列表', 'List frames'],
  method: 'GET',
  path: MESSAGE_PAGE,
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
