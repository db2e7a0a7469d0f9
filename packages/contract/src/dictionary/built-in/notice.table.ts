import type { BuiltInType } from './built-in-type.ts'

/** Of telling people. */
export const NOTICE_DICTIONARIES: readonly BuiltInType[] = [
  {
    dictType: 'channel_kind',
    dictName: '通知渠道',
    englishName: 'Notification channel',
    enumName: 'channelKind',
    entries: [
      ['INAPP', '站内', 'In-app'],
      ['EMAIL', '邮件', 'E-mail'],
      ['SMS', '短信', 'Text message'],
      ['VOICE', '语音电话', 'Voice call'],
      ['DINGTALK', '钉钉群机器人', 'DingTalk robot'],
      ['WECOM', '企业微信群机器人', 'WeCom robot'],
      ['WECHAT', '微信公众号', 'WeChat official account'],
      ['WEBHOOK', 'Webhook', 'Webhook'],
    ],
  },
]
