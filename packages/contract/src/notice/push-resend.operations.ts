import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** Sends a message again that failed or was dropped, whatever has become of its faults. */
export const resendPush = defineOperation({
  title: ['重发推送', 'Send a push again'],
  method: 'POST',
  path: '/device/v1/pushRecord/resend',
  access: { key: 'pushRecord:resend' },
  callers: 'people',
  tenant: { row: 'pushRecord', in: 'id' },
  audit: 'pushRecord.resend',
  input: z.strictObject({ id: z.string().min(1).max(40), version: z.int() }),
  output: z.literal(true),
})
