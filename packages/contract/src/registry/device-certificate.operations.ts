import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)

/** How many certificates a device may have, the longest PEM text, and from how many days before its end one is told of. */
export const CERTIFICATE_LIMITS = { most: 4, pemLength: 16_384, warnDays: 30 } as const

/** A certificate that lets a device in over TLS; times are ISO, `fingerprint` is SHA-256 in hexadecimal (RFC 5280). */
export const deviceCertificateSchema = z.object({
  id: z.string(),
  fingerprint: z.string(),
  subject: z.string(),
  validFrom: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  createTime: z.iso.datetime(),
  /** When the device last connected with it, to the day; null: never. */
  usedTime: z.iso.datetime().nullable(),
})
export type DeviceCertificate = z.output<typeof deviceCertificateSchema>

const certificatesOutput = z.object({
  /** Where devices connect over TLS; null while that is closed. */
  tlsPort: z.int().nullable(),
  list: z.array(deviceCertificateSchema),
})
export type DeviceCertificates = z.output<typeof certificatesOutput>

export const deviceCertificates = defineOperation({
  title: ['设备证书', 'Certificates of a device'],
  method: 'GET',
  path: '/device/v1/device/certificates',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id }),
  output: certificatesOutput,
})

/**
 * Registers a certificate of a device, beside its token and the certificates that it has.
 * Refused fields `pem`: `format`, `private-key`, `over`, `weak-key`, `duplicate`, `too-many`; `deviceId`: `not-for-slave`,
 * `shows-no-certificate`.
 */
export const addDeviceCertificate = defineOperation({
  title: ['登记设备证书', 'Register a certificate of a device'],
  method: 'POST',
  path: '/device/v1/device/addCertificate',
  access: { key: 'device:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'device.addCertificate',
  input: z.strictObject({
    deviceId: id,
    /** One certificate in PEM (RFC 7468), without its key. */
    pem: z.string().min(1).max(CERTIFICATE_LIMITS.pemLength),
  }),
  output: certificatesOutput,
})

/** The certificate lets nobody in any more; a connection with it ends. */
export const removeDeviceCertificate = defineOperation({
  title: ['移除设备证书', 'Remove a certificate of a device'],
  method: 'POST',
  path: '/device/v1/device/removeCertificate',
  access: { key: 'device:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'device.removeCertificate',
  input: z.strictObject({ deviceId: id, id }),
  output: certificatesOutput,
})
