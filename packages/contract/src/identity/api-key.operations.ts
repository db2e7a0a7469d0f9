import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)

/** The longest lifetime of a key, in days. */
export const API_KEY_MAX_DAYS = 366
/** Keys that open something: of one user, and in all. */
export const API_KEYS_MOST = { user: 20, all: 5_000 } as const

const newKey = {
  name: z.string().trim().min(1).max(60),
  /** Permission keys, each held by the maker of the key. */
  scopes: z.array(z.string().min(1).max(80)).min(1).max(300),
  expireTime: z.iso.datetime({ offset: true }),
}

/** `key` is shown this once; the server keeps only its hash. */
const issued = z.object({ id, key: z.string() })

export const apiKeySchema = z.object({
  id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  state: z.enum(['ACTIVE', 'EXPIRED', 'REVOKED']),
  createTime: z.string(),
  expireTime: z.string(),
  lastUsedTime: z.string().nullable(),
  lastUsedIp: z.string().nullable(),
})
export type ApiKey = z.output<typeof apiKeySchema>

/** The caller's own keys, newest first. */
export const ownApiKeys = defineOperation({
  title: ['自己的接口密钥', 'API keys of your own'],
  method: 'GET',
  path: '/security/v1/sysUser/apiKeys',
  access: { key: 'apiKey:own' },
  callers: 'people',
  tenant: 'caller',
  input: z.strictObject({}),
  output: z.array(apiKeySchema),
})

/** A key that acts as the caller, with at most the caller's rights. */
export const issueOwnApiKey = defineOperation({
  title: ['签发自己的接口密钥', 'Issue an API key of your own'],
  method: 'POST',
  path: '/security/v1/sysUser/issueApiKey',
  access: { key: 'apiKey:own' },
  callers: 'people',
  tenant: 'caller',
  audit: 'apiKey.issue',
  input: z.strictObject(newKey),
  output: issued,
})

export const revokeOwnApiKey = defineOperation({
  title: ['吊销自己的接口密钥', 'Revoke an API key of your own'],
  method: 'POST',
  path: '/security/v1/sysUser/revokeApiKey',
  access: { key: 'apiKey:own' },
  callers: 'people',
  tenant: { row: 'apiKey', in: 'id' },
  audit: 'apiKey.revoke',
  input: z.strictObject({ id }),
  output: z.literal(true),
})

/**
 * A key that acts as another user, e.g. an account for an integration: with the rights that both that user and its
 * maker hold.
 */
export const issueApiKey = defineOperation({
  title: ['签发接口密钥', 'Issue an API key'],
  method: 'POST',
  path: '/security/v1/apiKey/issue',
  access: { key: 'apiKey:add' },
  callers: 'people',
  tenant: { row: 'user', in: 'userId' },
  audit: 'apiKey.issue',
  input: z.strictObject({ userId: id, ...newKey }),
  output: issued,
})

export const revokeApiKey = defineOperation({
  title: ['吊销接口密钥', 'Revoke an API key'],
  method: 'POST',
  path: '/security/v1/apiKey/revoke',
  access: { key: 'apiKey:del' },
  callers: 'people',
  tenant: { row: 'apiKey', in: 'id' },
  audit: 'apiKey.revoke',
  input: z.strictObject({ id }),
  output: z.literal(true),
})
