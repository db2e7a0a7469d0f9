import { type GivenValues, SEALED_PREFIX, type userResource } from '@sluice/contract'
import { sealedPassword } from './sealed-password.ts'

type User = GivenValues<typeof userResource>

/** What is sent for a new user: their first password, sealed as at sign-in (SI-7, API-4). */
export async function withSealedPassword(values: User): Promise<User> {
  const { password } = values
  if (!password) return values
  const { keyId, sealed } = await sealedPassword(password)
  return { ...values, password: `${SEALED_PREFIX}${keyId}:${sealed}` }
}
