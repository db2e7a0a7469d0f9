import type { Base } from './base.ts'
import type { Module } from './module.ts'
import type { IdentityModule } from '../modules/identity/identity.module.ts'
import type { ChannelSender } from '../modules/notice/channel/channel.ts'
import { createNotices } from '../modules/notice/notice.module.ts'

export type Notices = ReturnType<typeof createNotices>

export function composeNotices(
  base: Base,
  {
    identity,
    linkBase,
    channels,
  }: {
    identity: IdentityModule
    linkBase: string | null
    channels: ChannelSender
  },
): Notices {
  return createNotices({ ...base, channels, linkBase, deptZones: identity.deptZones })
}

export function noticeModule({ mount, plan, send, close }: Notices): Module {
  return {
    name: 'notices',
    mount,
    jobs(jobs) {
      jobs.start({ name: 'notice.plan', everyMs: 5_000, atStart: true, run: plan })
      jobs.start({ name: 'notice.send', everyMs: 1_000, run: send })
    },
    drain: close,
  }
}
