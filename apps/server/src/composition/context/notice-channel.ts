import type { Base } from '../base.ts'
import type { Module } from '../module.ts'
import type { Config } from '../../config.ts'
import { createChannels } from '../../modules/notice/channel/channels.ts'
import { readServerKey } from '../../platform/server-key.ts'

/** Ways in which messages leave the platform. */
export function composeNoticeChannels({ db, clock, log }: Base, config: Config) {
  return createChannels({ db, clock, log, serverKey: () => readServerKey(config.dataDir, config.serverKey) })
}

export function noticeChannelModule({ mount }: ReturnType<typeof composeNoticeChannels>): Module {
  return { name: 'notice-channel', mount }
}
