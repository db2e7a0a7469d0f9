/** Ways in which a person is told (domain 6.2 NoticeUser); `WEBHOOK` tells a program. */
export const CHANNEL_KINDS = ['INAPP', 'EMAIL', 'SMS', 'VOICE', 'DINGTALK', 'WECOM', 'WECHAT', 'WEBHOOK'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]
