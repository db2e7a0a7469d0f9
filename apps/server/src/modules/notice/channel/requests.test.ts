import { describe, expect, it } from 'vitest'
import type { Message, Recipient } from './channel.ts'
import { dingtalkRequest, dingtalkSign } from './dingtalk.request.ts'
import { webhookRequest, webhookSignature } from './webhook.request.ts'
import { wechatMessageRequest, wechatTokenRequest } from './wechat.request.ts'
import { wecomRequest } from './wecom.request.ts'

const to: Recipient = { name: '李文渠', phone: '+86 13800138000', email: null, wechatOpenId: null, language: 'zh-CN' }
const message: Message = { id: 'm-1', title: '东干渠 掉线', text: '一\n二', url: 'https://s.example/f/1', level: 3 }
const bodyOf = ({ body }: { body: string }) => JSON.parse(body)

describe('the robot of DingTalk', () => {
  const robot = { endpoint: 'https://oapi.dingtalk.com/robot/send', accessToken: 'tok', signSecret: 'this is secret' }

  it('signs as its documentation says; the example secret of it, with the value that Python computes', () => {
    expect(dingtalkSign('1577262236757', 'this is secret')).toBe('hmPWwU+7lVdm3ZZz0r9tSfx0L4Q26jWOZr9+Gs6EZQM=')
  })

  it('puts token, time and signature into the address', () => {
    const { url } = dingtalkRequest(robot, to, message, new Date(1_577_262_236_757))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      access_token: 'tok',
      timestamp: '1577262236757',
      sign: 'hmPWwU+7lVdm3ZZz0r9tSfx0L4Q26jWOZr9+Gs6EZQM=',
    })
    const open = dingtalkRequest({ ...robot, signSecret: undefined }, to, message, new Date())
    expect([...open.url.searchParams.keys()]).toEqual(['access_token'])
  })

  it('mentions the recipient by number, and opens the page', () => {
    const { msgtype, markdown, at } = bodyOf(dingtalkRequest(robot, to, message, new Date()))
    expect(msgtype).toBe('markdown')
    expect(markdown.title).toBe('[严重] 东干渠 掉线')
    expect(markdown.text.split('\n\n')).toEqual([
      '### [严重] 东干渠 掉线',
      '一',
      '二',
      '[查看](https://s.example/f/1)',
      '@13800138000',
    ])
    expect(at).toEqual({ atMobiles: ['13800138000'], isAtAll: false })
    const nobody = bodyOf(dingtalkRequest(robot, { ...to, phone: null }, { ...message, url: null }, new Date()))
    expect(nobody.at.atMobiles).toEqual([])
    expect(nobody.markdown.text).not.toContain('@')
  })

  it('a name that somebody typed makes no link, and a long text stays within 20,000 bytes', () => {
    const sly = { ...message, title: '[免费](http://evil.example) @all', text: '水'.repeat(20_000) }
    const request = dingtalkRequest(robot, to, sly, new Date())
    expect(bodyOf(request).markdown.title).not.toContain('](')
    expect(Buffer.byteLength(request.body)).toBeLessThan(20_000)
    for (const sign of ['[', '"', '\n'])
      expect(
        Buffer.byteLength(dingtalkRequest(robot, to, { ...sly, text: sign.repeat(20_000) }, new Date()).body),
      ).toBeLessThan(20_000)
  })
})

describe('the robot of WeCom', () => {
  const robot = { endpoint: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send', key: 'k-1' }

  it('mentions by number in a text', () => {
    const request = wecomRequest(robot, to, message)
    expect(request.url.href).toBe('https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k-1')
    expect(bodyOf(request)).toEqual({
      msgtype: 'text',
      text: {
        content: '[严重] 东干渠 掉线\n一\n二\nhttps://s.example/f/1',
        mentioned_mobile_list: ['13800138000'],
      },
    })
  })

  it('is Markdown where nobody is mentioned', () => {
    const { msgtype, markdown } = bodyOf(wecomRequest(robot, { ...to, phone: null }, message))
    expect(msgtype).toBe('markdown')
    expect(markdown.content).toContain('**东干渠 掉线** <font color="warning">严重</font>\n一\n二\n[查看](https://s')
  })

  it('stays within the bytes that each kind takes, with its address whole', () => {
    const long = { ...message, text: '水'.repeat(5000) }
    const { content } = bodyOf(wecomRequest(robot, to, long)).text
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2048)
    expect(content.endsWith('…\nhttps://s.example/f/1')).toBe(true)
    const { markdown } = bodyOf(wecomRequest(robot, { ...to, phone: null }, long))
    expect(Buffer.byteLength(markdown.content)).toBeLessThanOrEqual(4096)
  })
})

describe('the official account of WeChat', () => {
  const endpoint = 'https://api.weixin.qq.com'

  it('asks for a token that others may hold, too', () => {
    const request = wechatTokenRequest({ endpoint, appId: 'wx1', appSecret: 'sec' })
    expect(request.url.href).toBe('https://api.weixin.qq.com/cgi-bin/stable_token')
    expect(bodyOf(request)).toEqual({
      grant_type: 'client_credential',
      appid: 'wx1',
      secret: 'sec',
      force_refresh: false,
    })
  })

  it('sends a template with the id of the message, each keyword as long as it may be', () => {
    const parameters = [
      { name: 'thing1', text: '{text}' },
      { name: 'phrase2', text: '{level}级故障出现' },
      { name: 'remark', text: '{text}' },
    ]
    const long = { ...message, text: '水'.repeat(300) }
    const sending = { endpoint, token: 'T/1', templateId: 'tpl', openId: 'o1', parameters, message: long, to }
    const request = wechatMessageRequest(sending)
    expect(request.url.href).toBe('https://api.weixin.qq.com/cgi-bin/message/template/send?access_token=T%2F1')
    const { data, ...rest } = bodyOf(request)
    expect(rest).toEqual({ touser: 'o1', template_id: 'tpl', url: message.url, client_msg_id: 'm-1' })
    expect(
      Object.values(data as Record<string, { value: string }>).map(({ value }) => Array.from(value).length),
    ).toEqual([20, 5, 200])
    expect(bodyOf(wechatMessageRequest({ ...sending, message: { ...long, url: null } }))).not.toHaveProperty('url')
  })
})

describe('the webhook', () => {
  const hook = { endpoint: 'https://h.example/in', signSecret: '0123456789abcdef', authorization: undefined }
  const plain = { ...message, url: null }

  it('signs time, id and body; the value that Python computes', () => {
    const { headers, body } = webhookRequest(hook, to, plain, new Date(1_785_000_000_900))
    expect(body).toBe(
      '{"id":"m-1","title":"东干渠 掉线","text":"一\\n二","url":null,"level":3,"to":"李文渠","language":"zh-CN"}',
    )
    expect(headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'x-sluice-id': 'm-1',
      'x-sluice-timestamp': '1785000000',
      'x-sluice-signature': 'v1=64445f6866e22e7ca08d1af2e2e7e3c75223e338fb9b32206c6519d93f4eb1f7',
    })
  })

  it('signs as the example of docs/operations.md#a-program-that-is-told', () => {
    const example = { timestamp: '1785000000', id: 'm-1', body: '{"a":1}' }
    expect(webhookSignature('0123456789abcdef', example)).toBe(
      'feaab65a486d7b8e8fdcd63d1ffa0ab1fe3f08d083e7664ee8ef0281cfb342f9',
    )
  })

  it('has the same id and another signature at each attempt', () => {
    const [first, second] = [1, 2].map((s) => webhookRequest(hook, to, plain, new Date(s * 1000)).headers)
    expect(first!['x-sluice-id']).toBe(second!['x-sluice-id'])
    expect(first!['x-sluice-signature']).not.toBe(second!['x-sluice-signature'])
  })

  it('sends what a gateway before the receiver asks for', () => {
    const { headers } = webhookRequest({ ...hook, authorization: 'Bearer abc' }, to, plain, new Date())
    expect(headers['authorization']).toBe('Bearer abc')
  })
})
