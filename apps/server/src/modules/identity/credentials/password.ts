import { randomBytes, randomInt, scrypt } from 'node:crypto'
import { AppError } from '@sluice/kit'
import { oneTimePassword } from './password.rules.ts'
import { sameBytes } from '../../../platform/same-bytes.ts'

/** log2 of N; measured in docs/decisions/0004-sessions-and-scope.md. */
const PRODUCT_COST: PasswordCost = { log2N: 16, r: 8, p: 1 }
const KEY_BYTES = 32
/** One hash takes 64 MiB and a core: more at once would only starve everything else. */
const AT_ONCE = 2
const MAX_WAITING = 64

export interface PasswordCost {
  log2N: number
  r: number
  p: number
}

/** Makes and proves hashes of passwords. */
export interface PasswordHashes {
  /** `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`: the parameters travel with the hash, so they can grow later. */
  hash(password: string): Promise<string>
  /** Without a stored hash the answer is no, after the same work (SEC-3). */
  verify(password: string, stored: string | null): Promise<boolean>
  /** Whether a hash was made with another work factor than today's: it is replaced at the next sign-in. */
  isOutdated(stored: string): boolean
}

/** @param cost the work of each new hash; tests of other things use less than the product */
export function createPasswordHashes(cost: PasswordCost = PRODUCT_COST): PasswordHashes {
  const derive = createDerivation()
  const prefix = `scrypt$${cost.log2N}$${cost.r}$${cost.p}$`
  /** A hash without a known password: checking against it takes as long as a real check. */
  const nobody = `${prefix}${randomBytes(16).toString('base64url')}$${'A'.repeat(43)}`

  return {
    async hash(password) {
      const salt = randomBytes(16)
      const key = await derive(password, salt, cost)
      return `${prefix}${salt.toString('base64url')}$${key.toString('base64url')}`
    },

    async verify(password, stored) {
      const [kind, log2N, r, p, salt = '', hash = ''] = (stored ?? nobody).split('$')
      if (kind !== 'scrypt') throw new Error(`unknown kind of password hash: ${kind}`)
      const madeWith = { log2N: Number(log2N), r: Number(r), p: Number(p) }
      const key = await derive(password, Buffer.from(salt, 'base64url'), madeWith)
      return sameBytes(Buffer.from(hash, 'base64url'), key) && stored !== null
    },

    isOutdated: (stored) => !stored.startsWith(prefix),
  }
}

export function newOneTimePassword(): string {
  return oneTimePassword((below) => randomInt(below))
}

/** Works out keys, a few at a time. @throws AppError `too-many-requests` when many wait already */
function createDerivation() {
  let running = 0
  const waiting: (() => void)[] = []

  async function turn(): Promise<void> {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw new AppError('too-many-requests', { retryAfterS: 5 })
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    }
    running += 1
  }

  return async (password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> => {
    await turn()
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        const N = 2 ** cost.log2N
        const options = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r }
        // Equal text may be typed as different code points on different keyboards.
        scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      })
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
