import { randomBytes, randomInt, scrypt } from 'node:crypto'
import { AppError } from '@sluice/kit'
import { oneTimePassword } from './password.rules.ts'
import { sameBytes } from '../../../platform/same-bytes.ts'

/** log2 of N; measured in docs/decisions/0004-sessions-and-scope.md. */
const COST = { log2N: 16, r: 8, p: 1 }
const KEY_BYTES = 32
/** One hash takes 64 MiB and a core: more at once would only starve everything else. */
const AT_ONCE = 2
const MAX_WAITING = 64

let running = 0
const waiting: (() => void)[] = []

/** `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`: the parameters travel with the hash, so they can grow later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.log2N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** A hash nobody knows the password of: checking against it takes as long as a real check (SEC-3). */
const NOBODY = ['scrypt', COST.log2N, COST.r, COST.p, randomBytes(16).toString('base64url'), 'A'.repeat(43)].join('$')

/** Without a stored hash the answer is no, after the same work. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [kind, log2N, r, p, salt = '', hash = ''] = (stored ?? NOBODY).split('$')
  if (kind !== 'scrypt') throw new Error(`unknown kind of password hash: ${kind}`)
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) }
  const key = await derive(password, Buffer.from(salt, 'base64url'), cost)
  const wanted = Buffer.from(hash, 'base64url')
  return sameBytes(wanted, key) && stored !== null
}

/** Whether a hash was made with less work than today's: it is made anew at the next sign-in. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(`scrypt$${COST.log2N}$${COST.r}$${COST.p}$`)
}

export function newOneTimePassword(): string {
  return oneTimePassword((below) => randomInt(below))
}

async function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  await turn()
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const N = 2 ** cost.log2N
      // Equal text may be typed as different code points on different keyboards.
      scrypt(
        password.normalize('NFC'),
        salt,
        KEY_BYTES,
        { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r },
        (error, key) => (error ? reject(error) : resolve(key)),
      )
    })
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** Waits until one of the places is free. @throws AppError `too-many-requests` when the queue is long already. */
async function turn(): Promise<void> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new AppError('too-many-requests', { retryAfterS: 5 })
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  }
  running += 1
}
