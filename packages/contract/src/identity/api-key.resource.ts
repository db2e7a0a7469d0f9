import type { ActionOfList, ActionOfRow } from '../machine/action.ts'
import { type Fields, typed } from '../machine/field.ts'
import type { Operation } from '../machine/operation.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import { issueApiKey, issueOwnApiKey, revokeApiKey, revokeOwnApiKey } from './api-key.operations.ts'

const KEY_FIELDS = {
  name: { kind: 'text', required: true, write: 'never' },
  prefix: { kind: 'text', required: true, write: 'never' },
  scopes: { kind: 'json', holds: typed<readonly string[]>(), required: true, write: 'never' },
  state: {
    kind: 'enum',
    enumName: 'apiKeyState',
    values: ['ACTIVE', 'EXPIRED', 'REVOKED'],
    required: true,
    write: 'never',
  },
  createTime: { kind: 'time', required: true, write: 'never' },
  expireTime: { kind: 'time', required: true, write: 'never' },
  lastUsedTime: { kind: 'time', write: 'never' },
  lastUsedIp: { kind: 'text', write: 'never' },
} as const satisfies Fields

interface Revocable {
  name: string
  state: 'ACTIVE' | 'EXPIRED' | 'REVOKED'
}

const issuing = (form: Operation) =>
  ({
    name: 'issue',
    label: ['新增密钥', 'Issue key'],
    right: ['新增密钥', 'Issue API keys'],
    form,
  }) as const satisfies ActionOfList

const revoking = (call: Operation) =>
  ({
    name: 'revoke',
    label: ['吊销', 'Revoke'],
    right: ['吊销密钥', 'Revoke API keys'],
    danger: true,
    call,
    unless: ({ state }) => (state === 'ACTIVE' ? null : ['密钥已失效', 'The key is no longer valid']),
    confirm: {
      title: ['吊销', 'Revoke'],
      text: ({ name }) => [
        `吊销密钥“${name}”后，使用它的程序立即无法调用，且不能恢复。`,
        `Programs that use the key “${name}” stop working at once. This cannot be undone.`,
      ],
    },
    done: () => ['密钥已吊销', 'The key was revoked'],
  }) as const satisfies ActionOfRow<Revocable>

/** The caller's own keys: visible to everyone who may have some. */
export const ownApiKeyResource = defineResource({
  name: 'ownApiKey',
  names: { many: ['我的接口密钥', 'My API keys'], one: ['我的接口密钥', 'own API key'] },
  service: 'security',
  path: 'ownApiKey',
  table: 'api_key',
  permission: 'apiKey',
  keys: { page: 'apiKey:own', get: 'apiKey:own', export: 'apiKey:own' },
  scope: 'self',
  display: 'name',
  fields: KEY_FIELDS,
  list: {
    columns: ['name', 'prefix', 'scopes', 'state', 'expireTime', 'lastUsedTime'],
    keyword: ['name', 'prefix'],
    filters: ['state'],
    sort: { field: 'createTime', order: 'desc' },
  },
  actions: ['export'],
  rowActions: [revoking(revokeOwnApiKey)],
  listActions: [issuing(issueOwnApiKey)],
})
export type OwnApiKeyRow = Row<typeof ownApiKeyResource>

/** Keys of programs (`x-api-key`). They are made and revoked by operations of their own and never changed. */
export const apiKeyResource = defineResource({
  name: 'apiKey',
  names: { many: ['接口密钥', 'API keys'], one: ['接口密钥', 'API key'] },
  service: 'security',
  path: 'apiKey',
  table: 'api_key',
  permission: 'apiKey',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', required: true, write: 'never' },
    prefix: { kind: 'text', required: true, write: 'never' },
    /** The user it acts as. */
    userId: { kind: 'ref', to: 'user', write: 'never' },
    deptId: { kind: 'ref', to: 'dept', write: 'never' },
    scopes: { kind: 'json', holds: typed<readonly string[]>(), required: true, write: 'never' },
    state: {
      kind: 'enum',
      enumName: 'apiKeyState',
      values: ['ACTIVE', 'EXPIRED', 'REVOKED'],
      required: true,
      write: 'never',
    },
    createTime: { kind: 'time', required: true, write: 'never' },
    expireTime: { kind: 'time', required: true, write: 'never' },
    lastUsedTime: { kind: 'time', write: 'never' },
    lastUsedIp: { kind: 'text', write: 'never' },
  },
  list: {
    columns: ['name', 'prefix', 'userId', 'scopes', 'state', 'expireTime', 'lastUsedTime'],
    keyword: ['name', 'prefix'],
    filters: ['userId'],
    sort: { field: 'expireTime', order: 'desc' },
  },
  actions: [],
  rowActions: [revoking(revokeApiKey)],
  listActions: [issuing(issueApiKey)],
})
export type ApiKeyRow = Row<typeof apiKeyResource>
