import type { Base, Faults } from '../base.ts'
import type { Module } from '../module.ts'
import { composeNoticeChannels } from './notice-channel.ts'
import type { Config } from '../../config.ts'
import type { IdentityModule } from '../../modules/identity/identity.module.ts'
import type { ChannelSender } from '../../modules/notice/channel/channel.ts'
import { createDryRun } from '../../modules/notice/channel/dry-run.ts'
import { createNotices } from '../../modules/notice/notice.module.ts'

export type Notices = ReturnType<typeof createNotices>

interface Needs {
  identity: IdentityModule
  config: Config
  faults: Pick<Faults, 'maintainedUntil'>
  /** Tests: how messages leave. */
  channels: ChannelSender | undefined
}

/** Who is told of faults, and the ways in which messages leave. */
export function composeNotices(base: Base, { identity, config, faults, channels }: Needs) {
  const noticeChannels = composeNoticeChannels(base, config)
  const notices = createNotices({
    ...base,
    channels: channels ?? (config.demo ? createDryRun() : noticeChannels),
    linkBase: config.publicUrl,
    deptZones: identity.deptZones,
    maintainedUntil: faults.maintainedUntil,
  })
  return { noticeChannels, notices }
}

export function noticeModule({ mount, plan, wake, drain, close }: Notices): Module {
  return {
    name: 'notices',
    mount,
    jobs(jobs) {
      jobs.start({ name: 'notice.plan', everyMs: 5_000, atStart: true, run: plan })
      jobs.start({ name: 'notice.send', everyMs: 1_000, run: wake })
    },
    drain,
    close,
  }
}
