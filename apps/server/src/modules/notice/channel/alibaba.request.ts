import { createHash, createHmac } from 'node:crypto'
import type { OutRequest } from './call-out.ts'

export interface AlibabaCall {
  endpoint: string
  action: string
  version: string
  /** In the query, where the metadata of both interfaces has them. */
  parameters: Readonly<Record<string, string>>
  accessKeyId: string
  accessKeySecret: string
  now: Date
  nonce: string
}

/**
 * A call of an RPC interface of Alibaba Cloud with the signature ACS3-HMAC-SHA256
 * (help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature).
 */
export function alibabaRequest(call: AlibabaCall): OutRequest {
  const url = new URL(call.endpoint)
  const query = Object.keys(call.parameters)
    .toSorted()
    .map((name) => `${encoded(name)}=${encoded(call.parameters[name]!)}`)
    .join('&')
  url.search = query
  const hashedBody = sha256('')
  const headers = {
    host: url.host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': hashedBody,
    'x-acs-date': `${call.now.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['POST', url.pathname, query, lines.join(''), names, hashedBody].join('\n')
  const signature = createHmac('sha256', call.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  const authorization = `ACS3-HMAC-SHA256 Credential=${call.accessKeyId},SignedHeaders=${names},Signature=${signature}`
  return { url, headers: { ...headers, authorization }, body: '' }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** RFC 3986 alone: `encodeURIComponent` leaves `!'()*` as they are. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
