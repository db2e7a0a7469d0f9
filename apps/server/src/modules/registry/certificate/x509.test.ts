import { createHash, X509Certificate } from 'node:crypto'
import { AppError } from '@sluice/kit'
import { makeCertificate } from '@sluice/testing'
import { expect, test } from 'vitest'
import { certificateIn } from './x509.ts'
import { OPENSSL_CERTIFICATES } from './x509.vectors.ts'

function refusal(pem: string): unknown {
  try {
    certificateIn(pem)
    return 'taken'
  } catch (error) {
    return error instanceof AppError ? error.facts : error
  }
}

test('a certificate is known by the SHA-256 of its DER, and says its name and its time', () => {
  const { cert } = makeCertificate('valve 9')
  const der = Buffer.from(cert.replace(/-----.*-----|\s/g, ''), 'base64')
  const facts = certificateIn(`\r\n${cert.replaceAll('\n', '\r\n')}\r\n`)
  expect(facts).toMatchObject({ fingerprint: createHash('sha256').update(der).digest('hex'), subject: 'CN=valve 9' })
  const { validFrom, validTo } = new X509Certificate(cert)
  expect([facts.validFrom, facts.validUntil]).toEqual([new Date(validFrom), new Date(validTo)])
})

test.each(['rsa2048', 'p384', 'ed25519'] as const)('one of OpenSSL with a key of %s is taken', (name) => {
  const { pem, fingerprint } = OPENSSL_CERTIFICATES[name]
  expect(certificateIn(pem)).toMatchObject({ fingerprint, subject: 'O=Water works, CN=meter-7' })
})

test.each(['rsa1024', 'p192'] as const)('one with a key of %s is refused', (name) => {
  expect(refusal(OPENSSL_CERTIFICATES[name].pem)).toEqual({ fields: { pem: 'weak-key' } })
})

const { cert, key } = makeCertificate()
test.each([
  ['a key', key, 'private-key'],
  ['a certificate with its key', cert + key, 'private-key'],
  ['two certificates', cert + cert, 'format'],
  ['half a certificate', cert.slice(0, 200), 'format'],
  ['a certificate whose bytes are others', cert.replace(/\n.{20}/, `\n${'A'.repeat(20)}`), 'format'],
  ['a public key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n', 'format'],
  ['words', 'certificate', 'format'],
])('%s is refused', (_what, pem, why) => {
  expect(refusal(pem)).toEqual({ fields: { pem: why } })
})
