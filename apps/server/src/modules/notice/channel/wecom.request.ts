import type { OutRequest } from './call-out.ts'
import type { Message, Recipient } from './channel.ts'
import { cutBytes, levelWord, markdownLink, phoneOf, withoutMarkup } from './message-text.ts'

/** What the interface takes of each kind of message, in bytes. */
const TEXT_BYTES = 2048
const MARKDOWN_BYTES = 4096
/** Of what follows the text: the address. */
const URL_BYTES = 600

/**
 * A message of a robot of a WeCom group (developer.work.weixin.qq.com/document/path/91770). Only plain texts can mention
 * somebody by phone number; where nobody is mentioned it is Markdown.
 */
export function wecomRequest(robot: { endpoint: string; key: string }, to: Recipient, message: Message): OutRequest {
  const url = new URL(robot.endpoint)
  url.searchParams.set('key', robot.key)
  const phone = phoneOf(to.phone)?.replace(/^\+86/, '')
  const body = phone ? mentioning(phone, to, message) : inMarkdown(to, message)
  return { url, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) }
}

function mentioning(phone: string, to: Recipient, message: Message): object {
  const head = `[${levelWord(message.level, to.language)}] ${message.title}`
  const tail = message.url && Buffer.byteLength(message.url) <= URL_BYTES ? `\n${message.url}` : ''
  const content = cutBytes(`${head}\n${message.text}`, TEXT_BYTES - Buffer.byteLength(tail)) + tail
  return { msgtype: 'text', text: { content, mentioned_mobile_list: [phone] } }
}

function inMarkdown(to: Recipient, message: Message): object {
  const colour = message.level >= 3 ? 'warning' : 'comment'
  const word = `<font color="${colour}">${levelWord(message.level, to.language)}</font>`
  const url = message.url && Buffer.byteLength(message.url) <= URL_BYTES ? message.url : null
  const tail = markdownLink(url, to.language)
    .map((link) => `\n${link}`)
    .join('')
  const text = `**${withoutMarkup(message.title)}** ${word}\n${withoutMarkup(message.text)}`
  return { msgtype: 'markdown', markdown: { content: cutBytes(text, MARKDOWN_BYTES - Buffer.byteLength(tail)) + tail } }
}
