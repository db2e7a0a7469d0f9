import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import type { CommandDef } from './command-def.ts'
import { sentCommandSchema } from './command.operations.ts'

/** The most bytes that a person may type. */
export const RAW_MAX_BYTES = 1024

/**
 * Bytes as a person typed them. What they do is not known, so that they have to be confirmed with a reason; they leave once and
 * never again by themselves, and are proven by the device's answer alone.
 */
export const RAW_COMMAND: CommandDef = {
  code: 'RAW',
  params: { hex: { kind: 'text', required: true, max: RAW_MAX_BYTES * 2 } },
  danger: 'DOUBLE',
  absolute: false,
  target: null,
  repeatsOthers: false,
}

/**
 * Sends a command from the command page (API-27): with a session, or, without one, with a one-time key in the header
 * `x-operator-key`. Answers like `sendCommand`, and a key that is wrong, used, expired, or for something else always
 * with `operator-key-refused`. The code `RAW` with the parameter `hex` sends bytes as they are, where the protocol has
 * frames.
 */
export const sendFromPage = defineOperation({
  method: 'POST',
  path: '/netty/v1/command/send',
  access: { key: 'netty:cmd:send', or: 'operator-key' },
  callers: 'people',
  tenant: { row: 'device', in: 'deviceNo' },
  audit: 'command.sendFromPage',
  input: z.strictObject({
    deviceNo: z.string().trim().min(1).max(40),
    code: z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/),
    params: z.record(z.string().max(40), z.unknown()).default({}),
    idempotencyKey: z.string().trim().min(1).max(64),
    confirmed: z.boolean().optional(),
    reason: z.string().trim().max(200).optional(),
  }),
  output: sentCommandSchema,
})
