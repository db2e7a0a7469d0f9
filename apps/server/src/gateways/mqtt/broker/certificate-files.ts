import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { StartupError } from '../../../platform/startup-error.ts'

/** PEM files. */
export interface CertificateFiles {
  cert: string
  key: string
}

/** How often the files are looked at: a certificate is renewed weeks before it ends. */
const LOOK_MS = 5_000
/** Both files are written one after the other. */
const SETTLE_MS = 500

/**
 * The contents of the files, checked to fit together.
 * @throws Error of the file system, or of TLS for an invalid certificate or a key that does not match
 */
export function readCertificate({ cert, key }: CertificateFiles): { cert: Buffer; key: Buffer } {
  const read = { cert: readFileSync(cert), key: readFileSync(key) }
  createSecureContext(read)
  return read
}

/** Reports a renewed certificate that can be used; until there is one the previous one is used. */
export function watchCertificate(
  files: CertificateFiles,
  told: { onRenewed(renewed: { cert: Buffer; key: Buffer }): void; onFailure(error: unknown): void },
  lookMs = LOOK_MS,
): () => void {
  let settling: NodeJS.Timeout | undefined
  const renew = () => {
    try {
      told.onRenewed(readCertificate(files))
    } catch (error) {
      told.onFailure(error)
    }
  }
  const changed = () => {
    clearTimeout(settling)
    settling = setTimeout(renew, SETTLE_MS)
  }
  const paths = [files.cert, files.key]
  for (const path of paths) watchFile(path, { interval: lookMs, persistent: false }, changed)
  return () => {
    clearTimeout(settling)
    for (const path of paths) unwatchFile(path, changed)
  }
}

/** @throws StartupError for files that are no certificate and key. */
export function refuseUnusable(files: CertificateFiles): void {
  try {
    readCertificate(files)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartupError(`SLUICE_MQTT_TLS_CERT and SLUICE_MQTT_TLS_KEY cannot be used: ${why}.`)
  }
}
