import { loginKey } from '@sluice/contract'
import { call } from '../../../lib/api/api.ts'
import { seal } from '../../../lib/access/seal.ts'

/** A password sealed with a fresh key, as at sign-in (SEC-3). */
export async function sealedPassword(password: string): Promise<{ sealed: string; keyId: string }> {
  const key = await call(loginKey, {})
  return { sealed: await seal({ password }, key), keyId: key.keyId }
}
