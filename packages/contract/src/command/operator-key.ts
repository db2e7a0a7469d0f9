import { z } from 'zod'
import type { ActionOfList, ActionOfRow } from '../machine/action.ts'
import { typed } from '../machine/field.ts'
import { defineOperation } from '../machine/operation.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import type { CommandDef } from './command-def.ts'

/** Where a one-time operator key travels, and nowhere else (SEC-2 f). */
export const OPERATOR_KEY_HEADER = 'x-operator-key'
/** The longest life of a key (SEC-2 c). */
export const OPERATOR_KEY_MAX_MIN = 10
/** Devices and kinds of commands that one key may name. */
export const OPERATOR_KEY_MOST = { devices: 20, codes: 10 } as const

/** Commands of many devices at once, of a device's own program, and bytes that nobody has read. */
const ALWAYS_A_PERSON = /_ALL$|RESET|REBOOT|RESTART|FIRMWARE|UPGRADE|FACTORY|^RAW$/

/** Whether a command needs a person who signed in: no key opens it (SEC-2 g). */
export function needsSession({ code, danger }: Pick<CommandDef, 'code' | 'danger'>): boolean {
  return danger === 'DOUBLE' || ALWAYS_A_PERSON.test(code)
}

const id = z.string().min(1).max(40)

/**
 * A key that sends one command without a session: to one of these devices, of one of these kinds. `key` is shown this
 * once; the server keeps only its hash.
 */
export const issueOperatorKey = defineOperation({
  title: ['签发一次性密钥', 'Issue a one-time key'],
  method: 'POST',
  path: '/netty/v1/operatorKey/issue',
  access: { key: 'operatorKey:issue' },
  callers: 'people',
  tenant: { row: 'device', in: 'deviceIds' },
  audit: 'operatorKey.issue',
  input: z.strictObject({
    name: z.string().trim().min(1).max(60),
    deviceIds: z.array(id).min(1).max(OPERATOR_KEY_MOST.devices),
    codes: z
      .array(z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/))
      .min(1)
      .max(OPERATOR_KEY_MOST.codes),
    minutes: z.int().min(1).max(OPERATOR_KEY_MAX_MIN),
  }),
  output: z.object({ id, key: z.string(), expireTime: z.string() }),
})

export const revokeOperatorKey = defineOperation({
  title: ['吊销一次性密钥', 'Revoke a one-time key'],
  method: 'POST',
  path: '/netty/v1/operatorKey/revoke',
  access: { key: 'operatorKey:revoke' },
  callers: 'people',
  tenant: { row: 'operatorKey', in: 'id' },
  audit: 'operatorKey.revoke',
  input: z.strictObject({ id }),
  output: z.literal(true),
})

const STATES = ['ACTIVE', 'USED', 'EXPIRED', 'REVOKED'] as const

/** One-time keys of the command page: made and revoked by operations of their own and never changed. */
export const operatorKeyResource = defineResource({
  name: 'operatorKey',
  names: { many: ['一次性密钥', 'One-time keys'], one: ['一次性密钥', 'one-time key'] },
  service: 'netty',
  path: 'operatorKey',
  table: 'operator_key',
  permission: 'operatorKey',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['给谁用', 'For'], required: true, write: 'never' },
    prefix: { kind: 'text', label: ['开头', 'Begins with'], required: true, write: 'never' },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], write: 'never' },
    deviceIds: { kind: 'refs', to: 'device', label: ['设备 ID', 'Device ids'], required: true, write: 'never' },
    /** The names of those that the reader sees. */
    deviceNames: { kind: 'text', label: ['设备', 'Devices'], write: 'never' },
    codes: {
      kind: 'json',
      holds: typed<readonly string[]>(),
      label: ['指令', 'Commands'],
      required: true,
      write: 'never',
    },
    state: {
      kind: 'enum',
      enumName: 'operatorKeyState',
      values: STATES,
      label: ['状态', 'State'],
      required: true,
      write: 'never',
    },
    createTime: { kind: 'time', label: ['签发时间', 'Issued'], required: true, write: 'never' },
    expireTime: { kind: 'time', label: ['有效至', 'Valid until'], required: true, write: 'never' },
    usedTime: { kind: 'time', label: ['使用时间', 'Used'], write: 'never' },
    usedIp: { kind: 'text', label: ['使用地址', 'Used from'], write: 'never' },
    /** The command it sent. */
    commandId: { kind: 'text', label: ['指令编号', 'Command id'], write: 'never' },
  },
  list: {
    columns: ['name', 'prefix', 'deviceNames', 'codes', 'state', 'createTime', 'expireTime', 'usedTime', 'usedIp'],
    keyword: ['name', 'prefix'],
    sort: { field: 'createTime', order: 'desc' },
  },
  actions: [],
  rowActions: [
    {
      name: 'revoke',
      label: ['吊销', 'Revoke'],
      right: ['吊销一次性密钥', 'Revoke one-time keys'],
      danger: true,
      call: revokeOperatorKey,
      unless: ({ state }) => (state === 'ACTIVE' ? null : ['密钥已失效', 'The key is no longer valid']),
      confirm: {
        title: ['吊销', 'Revoke'],
        text: ({ name }) => [
          `吊销给“${name}”的密钥后，它立即失效，且不能恢复。`,
          `The key for “${name}” is worth nothing from then on. This cannot be undone.`,
        ],
      },
      done: () => ['密钥已吊销', 'The key was revoked'],
    },
  ] satisfies readonly ActionOfRow<{ name: string; state: (typeof STATES)[number] }>[],
  listActions: [
    {
      name: 'issue',
      label: ['签发密钥', 'Issue key'],
      right: ['签发一次性密钥', 'Issue one-time keys'],
      form: issueOperatorKey,
    },
  ] satisfies readonly ActionOfList[],
})
export type OperatorKeyRow = Row<typeof operatorKeyResource>
