import { openStandIn, type Spoken, type StandIn } from './stand-in.ts'

export interface WechatStandIn extends StandIn {
  /** How often a token was asked for. */
  readonly tokens: number
  /** The token of now is none any more; the next one that is asked for is another. */
  endToken(): void
}

const no = (errcode: number, errmsg: string): Spoken => ({ body: { errcode, errmsg } })

/** An official account with one template; a message with the same `client_msg_id` is shown once. */
export async function openWechat(account: { id: string; secret: string; template: string }): Promise<WechatStandIn> {
  let asked = 0
  let serial = 1
  const token = () => `ACCESS-TOKEN-${serial}`
  const side = await openStandIn({
    take({ url, body }) {
      const sent = JSON.parse(body)
      if (url.pathname === '/cgi-bin/stable_token') {
        asked++
        const isRight = sent.appid === account.id && sent.secret === account.secret
        if (sent.grant_type !== 'client_credential' || !isRight) return no(40_125, 'invalid appsecret')
        return { body: { access_token: token(), expires_in: 7200 }, message: 'token' }
      }
      if (url.pathname !== '/cgi-bin/message/template/send') return { status: 404, body: '' }
      if (url.searchParams.get('access_token') !== token())
        return no(40_001, 'invalid credential, access_token is invalid')
      if (sent.template_id !== account.template) return no(40_037, 'invalid template_id')
      const values = Object.entries(sent.data as Record<string, { value: string }>)
      if (values.some(([name, { value }]) => name.startsWith('thing') && Array.from(value).length > 20))
        return no(47_003, 'argument invalid! data.thing1.value invalid')
      return { body: { errcode: 0, errmsg: 'ok', msgid: 4711 }, message: `${sent.touser} ${sent.client_msg_id}` }
    },
    refuse: no(43_004, 'require subscribe'),
    busy: no(-1, 'system error'),
  })
  return Object.defineProperties(side as WechatStandIn, {
    tokens: { get: () => asked },
    endToken: { value: () => void serial++ },
  })
}
