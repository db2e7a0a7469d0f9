import { CHANNEL_KINDS, type ChannelKind } from './channel-kind.ts'

/** The channels that leave the platform, and so have settings. */
export type WireKind = Exclude<ChannelKind, 'INAPP'>
export const WIRE_KINDS = CHANNEL_KINDS.filter((kind): kind is WireKind => kind !== 'INAPP')

/** What a setting of a channel may hold; `''` is a text that is not set. */
export type ChannelValue = string | number | boolean

interface TextSetting {
  /** `lines`: `name=text` each, where `{title}` and the like stand for parts of the message. */
  kind: 'text' | 'lines'
  most: number
  required?: true
  start: string
}

interface AddressSetting {
  /** Where messages go: an address of the web, or the name of a mail server. */
  kind: 'url' | 'host'
  required: true
  start: string
}

interface NumberSetting {
  kind: 'number'
  least: number
  most: number
  start: number
}

interface SwitchSetting {
  kind: 'switch'
  start: boolean
}

export type ChannelSetting = TextSetting | AddressSetting | NumberSetting | SwitchSetting

/** Known to the server only once it is set. */
export interface ChannelSecret {
  least: number
  required: boolean
}

/** What a channel has to know. */
export interface ChannelShape {
  settings: Readonly<Record<string, ChannelSetting>>
  secrets: Readonly<Record<string, ChannelSecret>>
  /** What a recipient must have; of a group chat, who is mentioned there. */
  needs: 'email' | 'phone' | 'mention' | 'openId' | null
}

export const CHANNEL_ADDRESS_MOST = 300
export const CHANNEL_SECRET_MOST = 500

const text = (most: number, start = '') => ({ kind: 'text', most, required: true, start }) as const
const perhaps = (most: number) => ({ kind: 'text', most, start: '' }) as const
const url = (start: string) => ({ kind: 'url', required: true, start }) as const
const lines = (start: string) => ({ kind: 'lines', most: 2000, required: true, start }) as const
/** Shorter ones could not be masked in what other sides quote. */
const secret = { least: 4, required: true } as const
const perhapsSecret = { least: 4, required: false } as const

export const CHANNEL_SHAPES: Readonly<Record<WireKind, ChannelShape>> = {
  EMAIL: {
    settings: {
      host: { kind: 'host', required: true, start: '' },
      port: { kind: 'number', least: 1, most: 65_535, start: 465 },
      secure: { kind: 'switch', start: true },
      user: perhaps(200),
      from: text(200),
    },
    secrets: { password: perhapsSecret },
    needs: 'email',
  },
  SMS: {
    settings: {
      endpoint: url('https://dysmsapi.aliyuncs.com'),
      accessKeyId: text(100),
      signName: text(50),
      templateCode: text(50),
      parameters: lines('title={title}\ntext={text}'),
    },
    secrets: { accessKeySecret: secret },
    needs: 'phone',
  },
  VOICE: {
    settings: {
      endpoint: url('https://dyvmsapi.aliyuncs.com'),
      accessKeyId: text(100),
      templateCode: text(50),
      parameters: lines('title={title}'),
      showNumber: perhaps(30),
      playTimes: { kind: 'number', least: 1, most: 3, start: 2 },
    },
    secrets: { accessKeySecret: secret },
    needs: 'phone',
  },
  DINGTALK: {
    settings: { endpoint: url('https://oapi.dingtalk.com/robot/send') },
    secrets: { accessToken: secret, signSecret: perhapsSecret },
    needs: 'mention',
  },
  WECOM: {
    settings: { endpoint: url('https://qyapi.weixin.qq.com/cgi-bin/webhook/send') },
    secrets: { key: secret },
    needs: 'mention',
  },
  WECHAT: {
    settings: {
      endpoint: url('https://api.weixin.qq.com'),
      appId: text(50),
      templateId: text(100),
      parameters: lines('thing1={title}\nthing2={text}'),
    },
    secrets: { appSecret: secret },
    needs: 'openId',
  },
  WEBHOOK: {
    settings: { endpoint: url('') },
    secrets: { signSecret: { least: 16, required: true }, authorization: perhapsSecret },
    needs: null,
  },
}

/** What a line of `parameters` may name of a message: `{title}` … */
export const MESSAGE_PARTS = ['title', 'text', 'name', 'level', 'url'] as const
export type MessagePart = (typeof MESSAGE_PARTS)[number]

/** Where messages go: with another one the secrets have to be typed again. */
export function leadsElsewhere(
  kind: WireKind,
  before: Readonly<Record<string, ChannelValue>>,
  after: Readonly<Record<string, ChannelValue>>,
): boolean {
  return Object.entries(CHANNEL_SHAPES[kind].settings).some(
    ([name, setting]) => (setting.kind === 'url' || setting.kind === 'host') && before[name] !== after[name],
  )
}

/**
 * Why a message did not go out, where the other side said nothing that could be quoted: nothing to send to, nobody who
 * answered, or an answer that is none.
 */
export const SEND_FAILURES = [
  'not-configured',
  'no-email',
  'no-phone',
  'no-open-id',
  'no-account',
  'address-refused',
  'unknown-host',
  'unreachable',
  'insecure',
  'timeout',
  'redirected',
  'answer-unreadable',
] as const
export type SendFailure = (typeof SEND_FAILURES)[number]
