import { noticeChannels, saveNoticeChannel, type WireKind } from '@sluice/contract'
import type { Message, Recipient, SendResult } from '@sluice/server/src/modules/notice/channel/channel.ts'
import { createChannels } from '@sluice/server/src/modules/notice/channel/channels.ts'
import { createLog } from '@sluice/server/src/platform/log/log.ts'
import { readServerKey } from '@sluice/server/src/platform/server-key.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { sharedPlatform } from '../platform/shared-platform.ts'
import { openAlibaba } from './alibaba.ts'
import { type MailStandIn, openMail } from './mail.ts'
import { openDingtalk, openWecom } from './robots.ts'
import type { StandIn } from './stand-in.ts'
import { openWebhook } from './webhook.ts'
import { openWechat, type WechatStandIn } from './wechat.ts'

/** Every secret of these tests holds this, so that one look finds them all. */
export const MARK = 'zq-hush'
export const SECRETS = {
  EMAIL: { password: `${MARK}-mail` },
  SMS: { accessKeySecret: `${MARK}-sms` },
  VOICE: { accessKeySecret: `${MARK}-voice` },
  DINGTALK: { accessToken: `${MARK}-ding`, signSecret: `${MARK}-ding-sign` },
  WECOM: { key: `${MARK}-wecom` },
  WECHAT: { appSecret: `${MARK}-wechat` },
  WEBHOOK: { signSecret: `${MARK}-webhook-secret`, authorization: `Bearer ${MARK}-gate` },
} as const satisfies Record<WireKind, Record<string, string>>

export const to: Recipient = {
  name: '李文渠',
  phone: '13800138000',
  email: 'li@example.com',
  wechatOpenId: 'oABCD_1234567890',
  language: 'zh-CN',
}
let made = 0
/** Another one each time. */
export const message = (more: Partial<Message> = {}): Message => ({
  id: `m-${++made}`,
  title: '东干渠 掉线',
  text: '12 台设备静默',
  url: 'https://s.example/fault/1',
  level: 3,
  ...more,
})
export const failedWith = (because: string, retry: boolean): SendResult => ({ ok: false, because, retry })
export const HTTP_KINDS = ['SMS', 'VOICE', 'DINGTALK', 'WECOM', 'WECHAT', 'WEBHOOK'] as const

const SERVER_KEY = '5a'.repeat(32)
/** How long one that hangs is waited for: whoever answers may take as long as in the product. */
const HANGING_MS = 700

interface Sides {
  mail: MailStandIn
  wechat: WechatStandIn
  http: Record<(typeof HTTP_KINDS)[number], StandIn>
}

/** Another side for every channel, with time as the platform has it. */
async function openSides(now: () => Date): Promise<Sides> {
  const wechat = await openWechat({ id: 'wx1', secret: SECRETS.WECHAT.appSecret, template: 'tpl' })
  const robot = { token: SECRETS.DINGTALK.accessToken, secret: SECRETS.DINGTALK.signSecret }
  return {
    mail: await openMail({ user: 'sluice', password: SECRETS.EMAIL.password }),
    wechat,
    http: {
      SMS: await openAlibaba({ id: 'LTAI1', secret: SECRETS.SMS.accessKeySecret }, now),
      VOICE: await openAlibaba({ id: 'LTAI2', secret: SECRETS.VOICE.accessKeySecret }, now),
      DINGTALK: await openDingtalk(robot, now),
      WECOM: await openWecom({ key: SECRETS.WECOM.key }),
      WECHAT: wechat,
      WEBHOOK: await openWebhook(SECRETS.WEBHOOK.signSecret, now),
    },
  }
}

type Settings = Record<WireKind, Record<string, string | number | boolean>>

/** What each channel is set to, to reach them. */
function settingsFor({ mail, http: sides }: Sides): Settings {
  return {
    EMAIL: { host: '127.0.0.1', port: mail.port, secure: false, user: 'sluice', from: 'Sluice <sluice@example.com>' },
    SMS: {
      endpoint: sides.SMS.url,
      accessKeyId: 'LTAI1',
      signName: '清河',
      templateCode: 'SMS_1',
      parameters: 'text={title}',
    },
    VOICE: {
      endpoint: sides.VOICE.url,
      accessKeyId: 'LTAI2',
      templateCode: 'TTS_1',
      parameters: 'text={title}',
      playTimes: 2,
    },
    DINGTALK: { endpoint: `${sides.DINGTALK.url}/robot/send` },
    WECOM: { endpoint: `${sides.WECOM.url}/cgi-bin/webhook/send` },
    WECHAT: {
      endpoint: sides.WECHAT.url,
      appId: 'wx1',
      templateId: 'tpl',
      parameters: 'thing1={title}\nthing2={text}',
    },
    WEBHOOK: { endpoint: `${sides.WEBHOOK.url}/in` },
  }
}

/** One platform with another side for each channel; before each test nothing is set up and all sides answer. */
export function sharedChannels() {
  const lines: string[] = []
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
  const { test, clock } = sharedPlatform({ env: { SLUICE_SERVER_KEY: SERVER_KEY }, log })
  const it = { lines, log, test, clock } as SharedChannels
  beforeAll(async () => {
    const sides = await openSides(() => clock.now())
    const serverKey = () => readServerKey('nowhere', SERVER_KEY)
    const parts = { db: test.db, clock, log, serverKey }
    const channels = createChannels(parts)
    const hasty = createChannels({ ...parts, limitMs: HANGING_MS })
    Object.assign(it, { ...sides, sides: sides.http, settings: settingsFor(sides), channels, hasty })
  })
  afterAll(async () => {
    await it.mail.close()
    for (const side of Object.values(it.sides)) await side.close()
  })
  beforeEach(async () => {
    await test.db.query('delete from notice_channel')
    it.mail.mood = 'answer'
    it.mail.mails.length = 0
    for (const side of Object.values(it.sides)) {
      side.mood = 'answer'
      side.heard.length = 0
      side.taken.clear()
    }
  })
  const versionOf = async (kind: WireKind) =>
    (await test.admin.call(noticeChannels)).find((channel) => channel.kind === kind)!.version
  return Object.assign(it, {
    versionOf,
    async setUp(kind: WireKind, more: object = {}, secrets: object = SECRETS[kind]) {
      const settings = { ...it.settings[kind], ...more }
      const wanted = {
        kind,
        version: await versionOf(kind),
        enabled: true,
        settings,
        secrets: { ...secrets },
        forget: [],
      }
      return test.admin.call(saveNoticeChannel, wanted)
    },
    send(kind: WireKind, more: Partial<Message> = {}) {
      const { mood } = kind === 'EMAIL' ? it.mail : it.sides[kind]
      return (mood === 'hang' ? it.hasty : it.channels).send(kind, to, message(more))
    },
  })
}

interface SharedChannels extends Omit<ReturnType<typeof sharedPlatform>, 'now'> {
  /** Of the log, as JSON. */
  lines: string[]
  log: ReturnType<typeof createLog>
  mail: MailStandIn
  wechat: WechatStandIn
  sides: Sides['http']
  settings: Settings
  channels: ReturnType<typeof createChannels>
  /** Waits less. */
  hasty: ReturnType<typeof createChannels>
}
