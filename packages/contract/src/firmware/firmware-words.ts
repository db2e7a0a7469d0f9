import type { Words } from '../machine/words.ts'

export const FIRMWARE_STATUSES = ['DRAFT', 'RELEASED', 'WITHDRAWN'] as const
type FirmwareStatus = (typeof FIRMWARE_STATUSES)[number]
export const FIRMWARE_STATUS_WORDS: Readonly<Record<FirmwareStatus, Words>> = {
  DRAFT: ['草稿', 'Draft'],
  RELEASED: ['已发布', 'Released'],
  WITHDRAWN: ['已撤回', 'Withdrawn'],
}

export const ROLLOUT_STATES = ['PLANNED', 'RUNNING', 'PAUSED', 'STOPPED', 'DONE'] as const
export type RolloutState = (typeof ROLLOUT_STATES)[number]
export const ROLLOUT_STATE_WORDS: Readonly<Record<RolloutState, Words>> = {
  PLANNED: ['待开始', 'Planned'],
  RUNNING: ['升级中', 'Running'],
  PAUSED: ['已暂停', 'Paused'],
  STOPPED: ['已停止', 'Stopped'],
  DONE: ['已完成', 'Done'],
}

/** Why it stands, where nobody said so by hand. */
export const ROLLOUT_REASONS = ['FAILURES', 'WAVE_DONE', 'WITHDRAWN'] as const
export type RolloutReason = (typeof ROLLOUT_REASONS)[number]
export const ROLLOUT_REASON_WORDS: Readonly<Record<RolloutReason, Words>> = {
  FAILURES: ['失败率超限', 'Too many failures'],
  WAVE_DONE: ['本批完成，等待放行', 'Wave done, waits for its go'],
  WITHDRAWN: ['固件已撤回', 'Firmware withdrawn'],
}

/** How far a device is with a firmware. From `WAITING` to `UPDATING` something is still expected of it. */
export const FIRMWARE_DEVICE_STATES = [
  'WAITING',
  'OFFERED',
  'DOWNLOADING',
  'DOWNLOADED',
  'VERIFIED',
  'UPDATING',
  'UPDATED',
  'FAILED',
  'TIMED_OUT',
  'SKIPPED',
] as const
export type FirmwareDeviceState = (typeof FIRMWARE_DEVICE_STATES)[number]
/** Those in which something is still expected of it: a device is in one of them in one roll-out at most. */
export const FIRMWARE_OPEN_STATES = [
  'WAITING',
  'OFFERED',
  'DOWNLOADING',
  'DOWNLOADED',
  'VERIFIED',
  'UPDATING',
] as const satisfies readonly FirmwareDeviceState[]
export const FIRMWARE_DEVICE_STATE_WORDS: Readonly<Record<FirmwareDeviceState, Words>> = {
  WAITING: ['等待', 'Waiting'],
  OFFERED: ['已通知', 'Offered'],
  DOWNLOADING: ['下载中', 'Downloading'],
  DOWNLOADED: ['已下载', 'Downloaded'],
  VERIFIED: ['校验通过', 'Verified'],
  UPDATING: ['安装中', 'Installing'],
  UPDATED: ['已升级', 'Updated'],
  FAILED: ['失败', 'Failed'],
  TIMED_OUT: ['超时', 'Timed out'],
  SKIPPED: ['跳过', 'Skipped'],
}
