import { randomBytes } from 'node:crypto'
import { API_KEYS_MOST, type ApiKey, issueApiKey, revokeApiKey } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import type { Session } from '../../../platform/http/session.ts'
import { type ApiKeyParts, createKeySource } from './api-key-source.ts'
import { keyPrefix, keyText, refuseNewKey } from './api-key.rules.ts'
import { countKeysAlone, hashOfKey, insertKey, readOwnKeys, readSeenKey, revokeKey } from './api-key.store.ts'
import { refuseAbove } from '../sign-in/holding.service.ts'
import { readSeenUser } from '../people/user.store.ts'

type Call = Pick<CallContext, 'session' | 'ip' | 'traceId'>

interface NewKeyInput {
  name: string
  scopes: readonly string[]
  expireTime: string
}

/** API keys: creating, revoking, and the session of each. */
export function createApiKeys(parts: ApiKeyParts) {
  const { db } = parts
  const source = createKeySource(parts)

  return {
    source,

    ofCaller: ({ userId }: Session): Promise<ApiKey[]> => readOwnKeys(db, userId),

    /** @throws AppError validation: more than the caller holds, or an expiry too late or in the past; limit-reached */
    issueOwn(input: NewKeyInput, call: Call): Promise<{ id: string; key: string }> {
      const { userId: id, deptId, keys: held } = call.session
      return issue(parts, input, call, { id, deptId, held })
    },

    /** @throws AppError not-found | grant-above-own | validation | limit-reached */
    async issueFor(userId: string, input: NewKeyInput, call: Call): Promise<{ id: string; key: string }> {
      const user = await readSeenUser(db, call.session, userId)
      if (!user) throw new AppError('not-found')
      await refuseAbove(db, call.session, user)
      return issue(parts, input, call, { id: user.id, deptId: user.deptId, held: call.session.keys })
    },

    async revokeOwn(id: string, call: Call): Promise<void> {
      await revoke(parts, id, { id: call.session.userId, deptId: call.session.deptId }, call)
      source.forget()
    },

    /** @throws AppError not-found | grant-above-own */
    async revokeOf(id: string, call: Call): Promise<void> {
      const key = await readSeenKey(db, call.session, id)
      if (!key) throw new AppError('not-found')
      await refuseAbove(db, call.session, { id: key.userId, deptId: key.deptId })
      await revoke(parts, id, { id: key.userId, deptId: key.deptId }, call)
      source.forget()
    },
  }
}

export type ApiKeys = ReturnType<typeof createApiKeys>

async function issue(
  { db, clock }: ApiKeyParts,
  input: NewKeyInput,
  call: Call,
  user: { id: string; deptId: string; held: ReadonlySet<string> },
) {
  const now = clock.now()
  const expires = new Date(input.expireTime)
  const fields = refuseNewKey({ scopes: input.scopes, expiresAt: expires.getTime() }, user.held, now.getTime())
  if (fields) throw new AppError('validation', { fields })
  const prefix = keyPrefix(randomBytes(10))
  const key = keyText(prefix, randomBytes(32).toString('base64url'))
  const scopes = [...new Set(input.scopes)].toSorted()
  const { session, ip, traceId } = call
  const id = await db.transaction(async (tx) => {
    const open = await countKeysAlone(tx, user.id, now)
    for (const whose of ['user', 'all'] as const) {
      const most = API_KEYS_MOST[whose]
      if (open[whose] >= most) throw new AppError('limit-reached', { most, of: whose })
    }
    const made = await insertKey(tx, {
      userId: user.id,
      deptId: user.deptId,
      name: input.name,
      prefix,
      hash: hashOfKey(key),
      scopes,
      expires,
      makerId: session.userId,
      now,
    })
    await recordOperation(tx, session, {
      action: issueApiKey.audit,
      targetIds: [made],
      deptId: user.deptId,
      changedOf: user.id,
      after: { name: input.name, prefix, userId: user.id, scopes, expireTime: expires.toISOString() },
      ip,
      traceId,
    })
    return made
  })
  return { id, key }
}

async function revoke(
  { db, clock }: ApiKeyParts,
  id: string,
  owner: { id: string; deptId: string },
  { session, ip, traceId }: Call,
) {
  await db.transaction(async (tx) => {
    if (!(await revokeKey(tx, id, owner.id, clock.now()))) throw new AppError('not-found')
    await recordOperation(tx, session, {
      action: revokeApiKey.audit,
      targetIds: [id],
      deptId: owner.deptId,
      changedOf: owner.id,
      before: { userId: owner.id, state: 'ACTIVE' },
      after: { state: 'REVOKED' },
      ip,
      traceId,
    })
  })
}
