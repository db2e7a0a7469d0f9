import { createHmac } from 'node:crypto'
import type { OutRequest } from './call-out.ts'
import type { Message, Recipient } from './channel.ts'
import { cutBytes, cutCharacters, levelWord, markdownLink, phoneOf, withoutMarkup } from './message-text.ts'

/** A message may have 20,000 bytes; JSON may double what it quotes, and a title stands in it twice. */
const TEXT_BYTES = 8000
const TITLE_MOST = 200

interface Robot {
  endpoint: string
  accessToken: string
  /** Undefined: the robot admits by words or by address. */
  signSecret: string | undefined
}

/**
 * A message in Markdown of a robot of a DingTalk group, which mentions the recipient by phone number
 * (open.dingtalk.com, custom robot, security settings).
 */
export function dingtalkRequest(robot: Robot, to: Recipient, message: Message, now: Date): OutRequest {
  const url = new URL(robot.endpoint)
  url.searchParams.set('access_token', robot.accessToken)
  if (robot.signSecret) {
    const timestamp = String(now.getTime())
    url.searchParams.set('timestamp', timestamp)
    url.searchParams.set('sign', dingtalkSign(timestamp, robot.signSecret))
  }
  const phone = phoneOf(to.phone)?.replace(/^\+86/, '')
  const title = `[${levelWord(message.level, to.language)}] ${withoutMarkup(cutCharacters(message.title, TITLE_MOST))}`
  const lines = [
    `### ${title}`,
    cutBytes(withoutMarkup(message.text).replaceAll('\n', '\n\n'), TEXT_BYTES),
    ...markdownLink(message.url, to.language),
    ...(phone ? [`@${phone}`] : []),
  ]
  const body = {
    msgtype: 'markdown',
    markdown: { title, text: lines.join('\n\n') },
    at: { atMobiles: phone ? [phone] : [], isAtAll: false },
  }
  return { url, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) }
}

/** Base64 of HMAC-SHA256, keyed with the secret, over `timestamp` (epoch ms), the end of a line, and the secret. */
export function dingtalkSign(timestamp: string, secret: string): string {
  return createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
}
