import { type Fields, typed } from '../machine/field.ts'
import { defineResource, type Row } from '../machine/resource.ts'

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

/** The caller's own keys: whoever may have some sees them. */
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
})
export type ApiKeyRow = Row<typeof apiKeyResource>
