import type { Attributes } from './firmware.ports.ts'

interface Offered {
  title: string
  version: string
  size: number
  sha256: string
  signature: string | null
}

/** The shared attributes in which a device is told of a firmware, by ThingsBoard's names; the signature is our own. */
export const OFFER_KEYS = ['fw_title', 'fw_version', 'fw_size', 'fw_checksum', 'fw_checksum_algorithm', 'fw_signature']

export function offerOf({ title, version, size, sha256, signature }: Offered): Attributes {
  return {
    fw_title: title,
    fw_version: version,
    fw_size: size,
    fw_checksum: sha256,
    fw_checksum_algorithm: 'SHA256',
    ...(signature !== null && { fw_signature: signature }),
  }
}
