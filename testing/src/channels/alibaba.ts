import { createHash, createHmac } from 'node:crypto'
import { type Heard, openStandIn, type StandIn } from './stand-in.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const signed = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/

/** The signature that a call should carry, from what arrived of it, as the documentation builds it. */
function signatureOf({ url, headers, body }: Heard, names: string, secret: string): string {
  const head = names.split(';').map((name) => `${name}:${headers[name]?.trim()}\n`)
  const query = url.search.slice(1).split('&').toSorted().join('&')
  const canonical = ['POST', url.pathname, query, head.join(''), names, sha256(body)].join('\n')
  return createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
}

const no = (Code: string, Message: string, status = 400) => ({ status, body: { Code, Message, RequestId: 'R-1' } })

/** Text messages (`SendSms`) and calls (`SingleCallByTts`) of Alibaba Cloud, for one key. */
export function openAlibaba(key: { id: string; secret: string }, now: () => Date): Promise<StandIn> {
  const nonces = new Set<string>()
  let count = 0
  return openStandIn({
    take(heard) {
      const { headers } = heard
      const [, id, names = '', signature] = signed.exec(headers['authorization'] ?? '') ?? []
      if (id !== key.id) return no('InvalidAccessKeyId.NotFound', 'Specified access key is not found.', 404)
      const own = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-acs-'))
      if (names !== own.toSorted().join(';')) return no('InvalidSignedHeaders', 'a header is not signed')
      if (signature !== signatureOf(heard, names, key.secret)) return no('SignatureDoesNotMatch', 'It does not match.')
      if (Math.abs(Date.parse(headers['x-acs-date']!) - now().getTime()) > 900_000)
        return no('InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.')
      if (nonces.has(headers['x-acs-signature-nonce']!)) return no('SignatureNonceUsed', 'It was used already.')
      nonces.add(headers['x-acs-signature-nonce']!)
      if (headers['x-acs-version'] !== '2017-05-25')
        return no('InvalidVersion', 'Specified parameter Version is not valid.')
      return act(headers['x-acs-action'], heard.url.searchParams, ++count)
    },
    refuse: { body: { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '非法手机号', RequestId: 'R-2' } },
    busy: { body: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发分钟级流控Permits:1', RequestId: 'R-3' } },
  })
}

function act(action: string | undefined, parameters: URLSearchParams, count: number) {
  const missing = (names: readonly string[]) => names.find((name) => !parameters.get(name))
  const needs = { SendSms: ['PhoneNumbers', 'SignName', 'TemplateCode'], SingleCallByTts: ['CalledNumber', 'TtsCode'] }
  if (action !== 'SendSms' && action !== 'SingleCallByTts') return no('InvalidAction.NotFound', 'No such action.', 404)
  const lacks = missing(needs[action])
  if (lacks) return no(`Missing${lacks}`, `${lacks} is mandatory for this action.`)
  JSON.parse(parameters.get(action === 'SendSms' ? 'TemplateParam' : 'TtsParam') ?? '')
  const id = action === 'SendSms' ? { BizId: `biz-${count}` } : { CallId: `call-${count}` }
  return { body: { Code: 'OK', Message: 'OK', RequestId: 'R-0', ...id } }
}
