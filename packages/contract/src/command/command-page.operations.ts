import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import type { CommandDef } from './command-def.ts'
import { sentCommandSchema } from './command.operations.ts'
import { productModelSchema } from '../registry/product/product-model.ts'

/** The most bytes that a person may type. */
export const RAW_MAX_BYTES = 1024

/**
 * Topics of a protocol of messages that somebody may type for: `+` stands for the number that a request gets when it leaves,
 * so that its answer is told from those of others.
 */
export const TYPED_TOPICS = { request: 'v1/devices/me/rpc/request/+', attributes: 'v1/devices/me/attributes' } as const

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
 * frames, or a topic and its payload with a zero byte between them, where it has those.
 */
export const sendFromPage = defineOperation({
  title: ['从指令页下发', 'Send from the command page'],
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

/**
 * The commands that a one-time key in the header `x-operator-key` names, as the products of its devices have them, and
 * nothing of the devices. It is not spent by this; a key that is none is answered and counted as when it is used.
 */
export const commandsOfKey = defineOperation({
  title: ['一次性密钥可用的指令', 'Commands of a one-time key'],
  method: 'POST',
  path: '/netty/v1/operatorKey/commands',
  access: { key: 'netty:cmd:send', or: 'operator-key' },
  callers: 'people',
  tenant: { none: 'what a key opens, which is a secret' },
  audit: { none: 'it changes nothing; a key that is none is written down' },
  input: z.strictObject({}),
  output: z.object({ commands: productModelSchema.shape.commands }),
})
