import {
  type ChannelKind,
  noticeChannels,
  saveNoticeChannel,
  testNoticeChannel,
  type WireKind,
  WIRE_KINDS,
} from '@sluice/contract'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { failed, type Sent } from './adapter.ts'
import type { ChannelSender } from './channel.ts'
import { ChannelSettings } from './channel-settings.service.ts'
import { type ChannelDeps, createSending } from './sending.ts'
import { isComplete } from './settings.ts'
import { tryChannel } from './try-channel.ts'

/** Ways in which messages leave the platform: their settings, and the sending itself. */
export function createChannels(deps: ChannelDeps): ChannelSender & { mount(api: Api): void } {
  const { db } = deps
  const settings = new ChannelSettings(deps)
  const sendNow = createSending(deps)
  async function leave([kind, to, message]: Parameters<ChannelSender['send']>, test: boolean): Promise<Sent> {
    const channel = WIRE_KINDS.includes(kind as WireKind) ? await settings.of(kind as WireKind) : undefined
    return channel?.enabled ? sendNow(channel, to, message, test) : failed('not-configured')
  }
  return {
    async configured() {
      const channels = await settings.all()
      const ready = channels.filter((channel) => channel.enabled && isComplete(channel.kind, channel))
      return new Set<ChannelKind>(['INAPP', ...ready.map(({ kind }) => kind)])
    },
    send: async (...sent) => (await leave(sent, false)).result,
    trySend: (...sent) => leave(sent, true),
    mount(api) {
      mountOperation(api, noticeChannels, (_, { session }) => settings.list(session))
      mountOperation(api, saveNoticeChannel, (wanted, call) => settings.save(wanted, call))
      mountOperation(api, testNoticeChannel, (asked, call) => tryChannel({ db, settings, sendNow }, asked, call))
    },
  }
}
