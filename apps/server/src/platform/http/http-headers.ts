import { randomBytes } from 'node:crypto'

export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * The content policy of SEC-8: own scripts only, style elements only with the nonce of this answer, nothing framed.
 * `tileHosts` are the map servers an operator configured.
 */
export function contentPolicy(nonce: string, tileHosts: readonly string[] = []): string {
  const tiles = tileHosts.map((host) => ` ${host}`).join('')
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Chart tooltips write style attributes.
    "style-src-attr 'unsafe-inline'",
    "worker-src 'self' blob:",
    `img-src 'self' data: blob:${tiles}`,
    `connect-src 'self'${tiles}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** On every answer, pages and API alike. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The camera reads the code on a device; the browser still asks the person.
  'permissions-policy': 'camera=(self), microphone=(), payment=(), usb=()',
}

/** Only over https: on plain http the browser ignores it, and an operator may have no certificate. */
export const TRANSPORT_HEADER = ['strict-transport-security', 'max-age=15552000'] as const
