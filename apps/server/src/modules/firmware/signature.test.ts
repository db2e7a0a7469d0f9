import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyIdOf, signedBy } from './signature.ts'

const pairOf = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { raw: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32), privateKey }
}

test('a signature holds under the key that made it, over every byte of the file', () => {
  const [one, other] = [pairOf(), pairOf()]
  const file = Buffer.from('firmware of a valve')
  const signature = sign(null, file, other.privateKey).toString('base64')
  expect(signedBy([one.raw, other.raw], file, signature)).toBe(keyIdOf(other.raw))
  expect(signedBy([one.raw], file, signature)).toBeUndefined()
  expect(signedBy([], file, signature)).toBeUndefined()
  expect(signedBy([other.raw], Buffer.from('firmware of a valvf'), signature)).toBeUndefined()
  expect(signedBy([other.raw], file, 'A'.repeat(86) + '==')).toBeUndefined()
  expect(keyIdOf(one.raw)).toMatch(/^[0-9a-f]{8}$/)
})
