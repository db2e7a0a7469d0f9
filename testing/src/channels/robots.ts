import { createHmac } from 'node:crypto'
import { openStandIn, type StandIn } from './stand-in.ts'

/** The robot of a DingTalk group that admits by signature. */
export function openDingtalk(robot: { token: string; secret: string }, now: () => Date): Promise<StandIn> {
  return openStandIn({
    take({ url, headers, body }) {
      const at = url.searchParams.get('timestamp') ?? ''
      const sign = createHmac('sha256', robot.secret).update(`${at}\n${robot.secret}`).digest('base64')
      if (url.searchParams.get('access_token') !== robot.token) return no(300_005, 'token is not exist')
      if (url.searchParams.get('sign') !== sign) return no(310_000, 'sign not match')
      if (Math.abs(Number(at) - now().getTime()) > 3_600_000) return no(310_000, 'invalid timestamp')
      if (!headers['content-type']?.startsWith('application/json')) return no(43_004, 'invalid content-type')
      const { msgtype, markdown, at: mentions } = JSON.parse(body)
      const isWhole = msgtype === 'markdown' && markdown.title && markdown.text && Array.isArray(mentions.atMobiles)
      const isMentioned = mentions.atMobiles.every((mobile: string) => markdown.text.includes(`@${mobile}`))
      return isWhole && isMentioned ? { body: { errcode: 0, errmsg: 'ok' } } : no(40_035, 'invalid parameter')
    },
    refuse: no(400_102, 'robot is disabled'),
    busy: no(410_100, 'send too fast'),
  })
}

/** The robot of a WeCom group. */
export function openWecom(robot: { key: string }): Promise<StandIn> {
  return openStandIn({
    take({ url, body }) {
      if (url.searchParams.get('key') !== robot.key) return no(93_000, 'invalid webhook url')
      const { msgtype, text, markdown } = JSON.parse(body)
      const [content, most] = msgtype === 'text' ? [text?.content, 2048] : [markdown?.content, 4096]
      if (typeof content !== 'string' || Buffer.byteLength(content) > most)
        return no(40_058, 'content exceed max length')
      return { body: { errcode: 0, errmsg: 'ok' } }
    },
    refuse: no(93_000, 'invalid webhook url'),
    busy: no(45_009, 'api freq out of limit'),
  })
}

function no(errcode: number, errmsg: string) {
  return { body: { errcode, errmsg } }
}
