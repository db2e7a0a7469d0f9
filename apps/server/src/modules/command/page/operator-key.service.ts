import { randomBytes } from 'node:crypto'
import { type CommandDef, issueOperatorKey, type InputOf, type OutputOf, revokeOperatorKey } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import type { Session } from '../../../platform/http/session.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { sameBytes } from '../../../platform/same-bytes.ts'
import type { CommandDeps } from '../command.ports.ts'
import type { CommandService } from '../command.service.ts'
import { codesProblem, KEY_RANDOM_BYTES, newKey, readKey } from './operator-key.rules.ts'
import {
  countOpenKeys,
  deptOfKey,
  deviceOfNumber,
  hashOfKey,
  insertOperatorKey,
  operatorKeysWith,
  revokeOpenKey,
  type StoredOperatorKey,
} from './operator-key.store.ts'

type Deps = Pick<CommandDeps, 'db' | 'clock' | 'rightsOf'>
type Call = Pick<CallContext, 'session' | 'ip' | 'traceId'>

/** The right that a key passes on: to send from the page. */
const SEND_RIGHT = 'netty:cmd:send'
/** Keys of one person that still open something. */
const OPEN_MOST = 20
const NO_HASH = Buffer.alloc(32)

/** A key that opens what was asked for; `maker` with no other right than to send. */
export interface GoodKey {
  key: StoredOperatorKey
  device: { id: string; deptId: string }
  maker: Session
}

/** @throws AppError not-permitted | not-found | validation | limit-reached */
export async function issue(
  { db, clock }: Deps,
  commands: CommandService,
  input: InputOf<typeof issueOperatorKey>,
  { session, ip, traceId }: Call,
): Promise<OutputOf<typeof issueOperatorKey>> {
  if (!session.keys.has(SEND_RIGHT)) throw new AppError('not-permitted')
  const deviceIds = [...new Set(input.deviceIds)]
  const codes = [...new Set(input.codes)].toSorted()
  const defs: CommandDef[] = []
  for (const id of deviceIds) defs.push(...(await commands.commandsFor(await scopedDeviceId(db, session, id))))
  const problem = codesProblem(codes, defs)
  if (problem) throw new AppError('validation', { fields: { codes: problem } })
  const now = clock.now()
  if ((await countOpenKeys(db, session.userId, now)) >= OPEN_MOST) {
    throw new AppError('limit-reached', { most: OPEN_MOST })
  }
  const key = newKey(randomBytes(KEY_RANDOM_BYTES))
  const { text, prefix } = readKey(key)!
  const expires = new Date(now.getTime() + input.minutes * 60_000)
  const { deptId, userId: makerId } = session
  const id = await db.transaction(async (tx) => {
    const row = { deptId, name: input.name, prefix, hash: hashOfKey(text), deviceIds, codes, expires, makerId, now }
    const made = await insertOperatorKey(tx, row)
    const after = { name: input.name, prefix, deviceIds, codes, expireTime: expires.toISOString() }
    await recordOperation(tx, session, { action: issueOperatorKey.audit, targetIds: [made], after, ip, traceId })
    return made
  })
  return { id, key, expireTime: expires.toISOString() }
}

/** @throws AppError not-found | conflict when it was used or revoked before */
export async function revoke({ db, clock }: Deps, id: string, { session, ip, traceId }: Call): Promise<true> {
  const deptId = await deptOfKey(db, session, id)
  if (deptId === undefined) throw new AppError('not-found')
  await db.transaction(async (tx) => {
    if (!(await revokeOpenKey(tx, id, clock.now()))) throw new AppError('conflict')
    const line = { action: revokeOperatorKey.audit, targetIds: [id], deptId, after: { state: 'REVOKED' } }
    await recordOperation(tx, session, { ...line, ip, traceId })
  })
  return true
}

/**
 * The key behind a typed text with the rights of its maker now; undefined whatever the reason. `maker` has no other right
 * than to send.
 */
export async function openKey(
  { db, clock, rightsOf }: Deps,
  typed: ReturnType<typeof readKey>,
): Promise<Pick<GoodKey, 'key' | 'maker'> | undefined> {
  const stored = await operatorKeysWith(db, typed?.prefix ?? '')
  const hash = hashOfKey(typed?.text ?? '')
  // As many comparisons for no key as for one.
  const found = stored.filter((key) => sameBytes(key.hash, hash))
  if (stored.length === 0) sameBytes(NO_HASH, hash)
  const [key] = found
  if (!key?.isOpen || key.expiresAt <= clock.now().getTime()) return undefined
  const rights = await rightsOf(key.makerId)
  return rights?.keys.has(SEND_RIGHT) ? { key, maker: { ...rights, keys: new Set([SEND_RIGHT]) } } : undefined
}

/**
 * The key behind a typed text, if it opens this command for this device now; undefined whatever the reason. It is still
 * unused: it is spent in the transaction of its command.
 */
export async function goodKey(
  deps: Deps,
  typed: ReturnType<typeof readKey>,
  { deviceNo, code }: { deviceNo: string; code: string },
): Promise<GoodKey | undefined> {
  const open = await openKey(deps, typed)
  if (!open?.key.codes.includes(code)) return undefined
  const device = await deviceOfNumber(deps.db, open.maker.scope, deviceNo)
  return device && open.key.deviceIds.includes(device.id) ? { ...open, device } : undefined
}
