import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../machine/error-codes.ts'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery, severalOf } from '../machine/page.ts'
import { COMMAND_SOURCES, COMMAND_STATUSES, commandAttemptSchema, commandSchema } from './command.ts'

const id = z.string().min(1).max(40)
const code = z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/)

export const sentCommandSchema = z.object({ commandId: z.string(), status: z.enum(COMMAND_STATUSES) })
export type SentCommand = z.output<typeof sentCommandSchema>

/**
 * Writes a command into the ledger and waits up to 8 s: code 0 when the device acknowledged (or more), 10500 with the
 * same data when it has not yet. The same key of the same user answers with the first command, whatever its outcome.
 */
export const sendCommand = defineOperation({
  title: ['下发指令', 'Send a command'],
  method: 'POST',
  path: '/valve/v1/command/send',
  access: { key: 'command:send' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'command.send',
  input: z.strictObject({
    deviceId: id,
    code,
    params: z.record(z.string().max(40), z.unknown()).default({}),
    idempotencyKey: z.string().trim().min(1).max(64),
    /** The person was shown the active serious faults and confirmed. */
    confirmed: z.boolean().optional(),
    /** For commands whose danger is DOUBLE. */
    reason: z.string().trim().max(200).optional(),
    /** The same for all commands that a person sends together: the operation log shows them as one. */
    batch: z.string().trim().min(1).max(64).optional(),
  }),
  output: sentCommandSchema,
})

export const getCommand = defineOperation({
  title: ['查看指令', 'Read a command'],
  method: 'GET',
  path: '/valve/v1/command/get',
  access: { key: 'command:list' },
  tenant: { row: 'command', in: 'id' },
  input: z.strictObject({ id }),
  output: commandSchema.extend({ attemptList: z.array(commandAttemptSchema) }),
})

const instant = z.iso.datetime({ offset: true }).optional()

/** A command as in the list, with further values for the columns of a sheet. */
export const commandRowSchema = commandSchema.extend({
  version: z.int(),
  deviceIdName: z.string().nullable(),
  stationIdName: z.string().nullable(),
  /** %, for a command with a target, and once an opening was reached. */
  targetOpening: z.number().nullable(),
  reachedOpening: z.number().nullable(),
  /** From the request to its end; null while it runs. */
  elapsedS: z.number().nullable(),
})

/**
 * The page of `commandResource`: newest first unless `order` says otherwise. `startTime` and `endTime` bound
 * `createTime`.
 */
export const commandPage = defineOperation({
  title: ['指令台账', 'Command ledger'],
  method: 'GET',
  path: '/valve/v1/command/page',
  access: { key: 'command:list' },
  tenant: 'scope',
  input: z.strictObject({
    ...pageQuery,
    deviceId: severalOf(id).optional(),
    code: severalOf(code).optional(),
    status: severalOf(z.enum(COMMAND_STATUSES)).optional(),
    source: severalOf(z.enum(COMMAND_SOURCES)).optional(),
    operatorId: id.optional(),
    startTime: instant,
    endTime: instant,
    sort: z.literal('createTime').optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  output: pageOf(commandRowSchema),
})

/** Only a command that was not sent yet can be cancelled; else `conflict`. */
export const cancelCommand = defineOperation({
  title: ['取消指令', 'Cancel a command'],
  method: 'POST',
  path: '/valve/v1/command/cancel',
  access: { key: 'command:cancel' },
  callers: 'people-and-programs',
  tenant: { row: 'command', in: 'id' },
  audit: 'command.cancel',
  input: z.strictObject({ id }),
  output: sentCommandSchema,
})

const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]])

/**
 * What the confirmation of a command shows before it is sent: why it would be refused now, and which other valves its
 * frame repeats with their last reported states.
 */
export const previewCommand = defineOperation({
  title: ['预览指令', 'Preview a command'],
  method: 'GET',
  path: '/valve/v1/command/preview',
  access: { key: 'command:send' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id, code }),
  output: z.object({
    code: z.string(),
    danger: z.enum(['NONE', 'CONFIRM', 'DOUBLE']),
    /**
     * The code of the command that asks for missing values, e.g. READ after `state-unknown`; null where there is none.
     */
    refused: z.object({ error: errorCode, askWith: z.string().nullable() }).nullable(),
    /** In order of channel. `name` is null for an unregistered valve or one of another department. */
    repeats: z.array(
      z.object({
        channel: z.int(),
        deviceId: z.string().nullable(),
        name: z.string().nullable(),
        state: z.enum(['OPEN', 'CLOSED']),
      }),
    ),
    /** When the station reported them. */
    reportedTime: z.string().nullable(),
  }),
})
