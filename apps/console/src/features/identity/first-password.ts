import { SEALED_PREFIX } from '@sluice/contract'
import { sealedPassword } from './sealed-password.ts'

/** What is sent for a new user: his first password sealed as at sign-in (SI-7, API-4). */
export async function withSealedPassword(values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { password } = values
  if (typeof password !== 'string' || password === '') return values
  const { keyId, sealed } = await sealedPassword(password)
  return { ...values, password: `${SEALED_PREFIX}${keyId}:${sealed}` }
}
