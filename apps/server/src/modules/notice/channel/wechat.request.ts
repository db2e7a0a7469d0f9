import type { OutRequest } from './call-out.ts'
import type { Message, Recipient } from './channel.ts'
import { fillParameters, type ParameterLine } from './message-text.ts'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** Asks for a token of the official account; the same one until it ends, which others may ask for, too (stable_token). */
export function wechatTokenRequest(account: { endpoint: string; appId: string; appSecret: string }): OutRequest {
  const body = {
    grant_type: 'client_credential',
    appid: account.appId,
    secret: account.appSecret,
    force_refresh: false,
  }
  return { url: new URL('/cgi-bin/stable_token', account.endpoint), headers: JSON_HEADERS, body: JSON.stringify(body) }
}

interface TemplateMessage {
  endpoint: string
  token: string
  templateId: string
  openId: string
  parameters: readonly ParameterLine[]
  message: Message
  to: Recipient
}

/** A template message to a follower of the account; one with the same `client_msg_id` is shown once within ten minutes. */
export function wechatMessageRequest(sending: TemplateMessage): OutRequest {
  const { endpoint, token, templateId, openId, parameters, message, to } = sending
  const url = new URL('/cgi-bin/message/template/send', endpoint)
  url.searchParams.set('access_token', token)
  const filled = fillParameters(parameters, { message, to }, mostOf)
  const body = {
    touser: openId,
    template_id: templateId,
    ...(message.url && { url: message.url }),
    client_msg_id: message.id,
    data: Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, { value }])),
  }
  return { url, headers: JSON_HEADERS, body: JSON.stringify(body) }
}

/** How much a keyword takes, in characters, by the kind that its name begins with; longer ones are refused (47003). */
const MOST: readonly (readonly [kind: RegExp, most: number])[] = [
  [/^thing\d/, 20],
  [/^phrase\d/, 5],
  [/^const\d/, 20],
  [/^(character_string|number|letter|symbol|amount)\d/, 32],
]

function mostOf(name: string): number {
  return MOST.find(([kind]) => kind.test(name))?.[1] ?? 200
}
