/**
 * Sources of the server that may read the time of day, each with its purpose: times that are stored, shown, sent to a
 * device or compared with stored ones. Durations use `clock.elapsed()`. docs/decisions/0022-the-clock-leaps.md
 * describes how each behaves when the clock is set.
 */
export const WALL_TIME: Readonly<Record<string, string>> = {
  'apps/server/src/entry/admin.ts': 'stamps of a command of the operator',
  'apps/server/src/entry/audit-commands.ts': 'the day before which lines are cut',
  'apps/server/src/entry/backup.ts': 'the name and stamp of a backup',
  'apps/server/src/composition/compose.ts': 'the time a screen is told when it connects',
  'apps/server/src/gateways/device-edge.ts': 'the stamp of a connection that somebody ended',
  'apps/server/src/gateways/mqtt/mqtt.gateway.ts': 'stamps of reports and connections',
  'apps/server/src/gateways/sl651/sl651.conversation.ts': 'the time stations are told',
  'apps/server/src/gateways/sl651/sl651.downlink.ts':
    'the time stations are told, and what left before an answer was received',
  'apps/server/src/gateways/sessions.ts': 'stamps of connections',
  'apps/server/src/gateways/shared/shared-port.ts': 'stamps of refused connections',
  'apps/server/src/gateways/sl651/sl651.gateway.ts': 'since when a stored frame is young enough',
  'apps/server/src/gateways/tcp.gateway.ts': 'stamps of reports and connections',
  'apps/server/src/modules/aftersale/entry.service.ts':
    'the stamp of what a telephone sends, and what is not in the future',
  'apps/server/src/modules/aftersale/replace.service.ts': 'when one unit took the place of another one',
  'apps/server/src/modules/aftersale/past-repair.service.ts':
    'what an earlier system says of the future is none of the past',
  'apps/server/src/modules/aftersale/repair.hooks.ts':
    'stamps of the steps of a repair, from which its time limits count',
  'apps/server/src/modules/aftersale/retest.service.ts':
    'stamps of the steps of a re-test, which outlives the process and is compared with the stamps of reports',
  'apps/server/src/modules/attribute/attribute-desk.ts': 'stamps',
  'apps/server/src/modules/attribute/attribute.service.ts': 'stamps',
  'apps/server/src/modules/command/command.service.ts':
    'stamps and deadlines of the ledger, moved when the clock is set',
  'apps/server/src/modules/command/dispatcher.ts': 'stamps and deadlines of the ledger, moved when the clock is set',
  'apps/server/src/modules/diagnostics/blocked/blocked.service.ts':
    'the end of a block and the devices of the last days',
  'apps/server/src/modules/diagnostics/sessions/sessions.service.ts': 'the days of a time line',
  'apps/server/src/modules/diagnostics/diagnostics.module.ts': 'the lines of the last day, by their stamps',
  'apps/server/src/modules/fault/fault.module.ts': 'where the future begins, of which no fault is',
  'apps/server/src/modules/fault/cause/cause.service.ts': 'how long a cause has been over',
  'apps/server/src/modules/fault/handling/handling.routes.ts': 'the 90 days in which faults are alike',
  'apps/server/src/modules/fault/handling/handling.service.ts':
    'the stamps of what people do, and how far ahead they may ignore',
  'apps/server/src/modules/fault/handling/sweep.service.ts': 'what moves on by itself, and its stamp',
  'apps/server/src/modules/fault/handling/taking.service.ts': 'the stamp of who took a fault',
  'apps/server/src/modules/fault/past/past-fault.service.ts':
    'what an earlier system says of the future is none of the past',
  'apps/server/src/modules/fault/maintenance/maintenance.service.ts': 'which windows are in force',
  'apps/server/src/modules/fault/handling/repaired.service.ts': 'the stamp of what a repair order did to a fault',
  'apps/server/src/modules/fault/auto/auto.service.ts': 'how long ago a fault began, by its stamp',
  'apps/server/src/modules/fault/fault.service.ts': 'the stamp of an automatic action',
  'apps/server/src/modules/fault/figures/figures.service.ts': 'how long an open fault lasts, by its stamp',
  'apps/server/src/modules/fault/waiting.service.ts': 'the commands of the last day',
  'apps/server/src/modules/firmware/firmware.service.ts': 'stamps',
  'apps/server/src/modules/firmware/part-desk.ts': 'stamps',
  'apps/server/src/modules/firmware/rollout-worker.ts':
    'stamps, and which device took too long by the stamp of its offer, which outlives the process',
  'apps/server/src/modules/firmware/rollout.service.ts': 'stamps',
  'apps/server/src/modules/geography/dashboard.service.ts': 'the time of a map',
  'apps/server/src/modules/geography/isolation/isolation-restore.service.ts': 'when valves were put back',
  'apps/server/src/modules/geography/isolation/isolation-run.service.ts':
    'when a burst was closed off, which reports are compared with',
  'apps/server/src/modules/geography/map-readings.service.ts': 'the moment that the map is coloured for',
  'apps/server/src/modules/telemetry/watch/watch.service.ts':
    'the hour, the day and the weeks that are looked back over, which reports are stamped in',
  'apps/server/src/modules/fault/limit/beyond-now.service.ts': 'the hours and days in which a limit is watched',
  'apps/server/src/modules/fault/limit/preview.service.ts': 'the days that a preview goes back',
  'apps/server/src/modules/geography/past/past.service.ts': 'the days that the map goes back',
  'apps/server/src/modules/identity/sign-in/account.service.ts': 'stamps of sign-ins',
  'apps/server/src/modules/command/page/operator-key.service.ts': 'the end of a one-time key',
  'apps/server/src/modules/command/page/page.service.ts': 'when a one-time key was used',
  'apps/server/src/modules/identity/sign-in/rights.service.ts': 'rights are those of this moment',
  'apps/server/src/modules/identity/credentials/api-key-source.ts': 'the end of a key and when it was used',
  'apps/server/src/modules/identity/credentials/api-key.service.ts': 'the end of a key',
  'apps/server/src/modules/identity/people/avatar.service.ts': 'stamps',
  'apps/server/src/modules/identity/identity.module.ts': 'what of stored locks is over',
  'apps/server/src/modules/identity/sign-in/online.service.ts': 'who is signed in, by stored stamps',
  'apps/server/src/modules/identity/sign-in/password-check.service.ts': 'stored locks',
  'apps/server/src/modules/identity/people/profile.service.ts': 'stamps',
  'apps/server/src/modules/identity/sign-in/known-browser.ts': 'when a mark was made, which outlives the process',
  'apps/server/src/modules/identity/sign-in/second-step.service.ts': 'the end of a stored step',
  'apps/server/src/modules/identity/sign-in/session-cache.ts': 'the end of a stored sign-in',
  'apps/server/src/modules/identity/sign-in/session.service.ts': 'the end of a stored sign-in',
  'apps/server/src/modules/identity/credentials/totp.service.ts': 'codes are made of the time of day',
  'apps/server/src/modules/identity/people/user.service.ts': 'stamps',
  'apps/server/src/modules/journal/journal.module.ts': 'stamps; retention asks first whether the clock is believed',
  'apps/server/src/modules/journal/operation-log.service.ts': 'when the chain was verified',
  'apps/server/src/modules/flow/definition/definition.service.ts': 'when a drawing was saved and published',
  'apps/server/src/modules/flow/run/due.service.ts':
    'which limits of requests are over, who is away, stamps of what follows',
  'apps/server/src/modules/flow/run/instance.service.ts': 'stamps of what happens to a request',
  'apps/server/src/modules/flow/run/run.service.ts': 'stamps of steps, and their limits, which outlive the process',
  'apps/server/src/modules/flow/run/start.service.ts': 'when a request was started',
  'apps/server/src/modules/flow/run/way.service.ts': 'the time that a request is tried for',
  'apps/server/src/modules/flow/task/task.service.ts': 'stamps of decisions',
  'apps/server/src/modules/flow/trace/trace.service.ts': 'whether a request was urged within the hour',
  'apps/server/src/modules/notice/channel/channel-settings.service.ts': 'stamps',
  'apps/server/src/modules/notice/channel/sending.ts': 'stamps, and the time that signatures are of',
  'apps/server/src/modules/registry/commissioning/commissioning.service.ts':
    'stamps, and what a telephone may say of the past',
  'apps/server/src/modules/telemetry/history/import/history-import.service.ts':
    'stamps, and which past may be imported',
  'apps/server/src/modules/telemetry/history/history-lane.ts': 'which hours are over',
  'apps/server/src/modules/telemetry/telemetry.module.ts':
    'which hours are over, and who should have reported by stored stamps',
  'apps/server/src/modules/office/leave/balance.service.ts': 'stamps of the ledger',
  'apps/server/src/modules/notice/duty.service.ts': 'which shifts are not over',
  'apps/server/src/modules/notice/explain.service.ts': 'the time that a push is explained for',
  'apps/server/src/modules/notice/notice.module.ts': 'stamps of receipts',
  'apps/server/src/modules/notice/person-test.service.ts':
    'stamps and the lease of stored messages, and the gap between tests',
  'apps/server/src/modules/notice/plan.service.ts': 'when messages are due, which outlives the process',
  'apps/server/src/modules/notice/send.service.ts': 'due times, leases and stamps of stored messages',
  'apps/server/src/modules/temperature/temperature.module.ts': 'since when limits are in force',
  'apps/server/src/platform/clock/clock-trust.ts': 'whether it is believed',
  'apps/server/src/platform/clock/clock.ts': 'the clock itself',
  'apps/server/src/platform/clock/leap-watch.ts': 'whether it was set',
  'apps/server/src/platform/file/file-sweep.ts': 'how old stored uploads are',
  'apps/server/src/platform/file/upload.ts': 'stamps, and what was sent within a day by them',
  'apps/server/src/platform/postgres/home.ts': 'the name of a folder that is set aside',
  'apps/server/src/platform/postgres/instance-lock.ts': 'stamps of a file that other processes keep',
  'apps/server/src/platform/run/job-runs.ts': 'stamps of jobs and of files',
  'apps/server/src/platform/script/sandbox.prelude.ts':
    'the clock of payload scripts, which stands at the time of receipt',
  'apps/server/src/platform/sheet/sheet-job.ts': 'the name of a file',
  'apps/server/src/entry/restore.ts': 'the name of a backup',
  'apps/server/src/entry/rollup-command.ts': 'which hours are over',
  'apps/server/src/entry/retention-command.ts': 'what an operator says is believed',
}
