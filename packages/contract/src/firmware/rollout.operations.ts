import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const waveSchema = z.object({
  /** From 1. */
  wave: z.int(),
  devices: z.int(),
  /** Not told of it yet. */
  waiting: z.int(),
  /** Offered, or on their way to it. */
  underWay: z.int(),
  updated: z.int(),
  /** Failed, or took too long. */
  failed: z.int(),
  skipped: z.int(),
  /** Mean of what those under way have downloaded, 0 to 100. */
  percent: z.int(),
})
export type RolloutWave = z.infer<typeof waveSchema>

/** How far each wave of a roll-out is, in their order. */
export const rolloutProgress = defineOperation({
  title: ['固件升级批次进度', 'Progress of a roll-out'],
  method: 'GET',
  path: '/device/v1/firmwareRollout/progress',
  access: { key: 'firmwareRollout:list' },
  tenant: { row: 'firmwareRollout', in: 'id' },
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  output: z.array(waveSchema),
})
